/**
 * The controls of one body: its kind and the numbers of that kind.
 *
 * @module
 */
import { type Body, body, type Kind, KINDS, tidy, tidyAngle } from "./scene.ts";
import { show } from "./words.ts";

/** Names of the kinds for visitors. */
export const KIND_NAMES: Record<Kind, string> = {
  circle: "circle",
  box: "box",
  ngon: "polygon",
  capsule: "capsule",
  rounded: "rounded polygon",
  ellipse: "ellipse",
  hull: "hand-drawn hull",
};

interface Row {
  label: string;
  id: string;
  min: number;
  max: number;
  step: number;
  unit: string;
  kinds: readonly Kind[];
  get(body: Body): number;
  set(body: Body, value: number): void;
}

const ROWS: Row[] = [
  {
    label: "Turn",
    id: "angle",
    min: -180,
    max: 180,
    step: 1,
    unit: "°",
    kinds: KINDS,
    get: (b) => b.angle,
    set: (b, value) => b.angle = tidyAngle(value),
  },
  {
    label: "Size",
    id: "size",
    min: 0.2,
    max: 3,
    step: 0.05,
    unit: "",
    kinds: KINDS,
    get: (b) => b.size,
    set: (b, value) => b.size = tidy(value),
  },
  {
    label: "Corners",
    id: "sides",
    min: 3,
    max: 12,
    step: 1,
    unit: "",
    kinds: ["ngon", "rounded"],
    get: (b) => b.sides,
    set: (b, value) => b.sides = value,
  },
  {
    label: "Radius",
    id: "round",
    min: 0,
    max: 1,
    step: 0.05,
    unit: "",
    kinds: ["capsule", "rounded"],
    get: (b) => b.round,
    set: (b, value) => b.round = tidy(value),
  },
];

/** Controls of a body in a fieldset. */
export class BodyControls {
  readonly #select: HTMLSelectElement;
  readonly #draw: HTMLButtonElement;
  readonly #rows: {
    row: Row;
    cells: HTMLElement[];
    input: HTMLInputElement;
    output: HTMLOutputElement;
  }[] = [];

  /**
   * @param fieldset Where they go.
   * @param name "A" or "B".
   * @param get The body.
   * @param onChange Called with a changed body.
   * @param onDraw Called when a hull is to be drawn, or is done.
   */
  constructor(
    fieldset: HTMLElement,
    name: string,
    get: () => Body,
    onChange: (body: Body) => void,
    onDraw: () => void,
  ) {
    const side = name.toLowerCase();
    const legend = document.createElement("legend");
    legend.textContent = name;
    legend.className = `v${side}`;
    this.#select = document.createElement("select");
    this.#select.id = `kind-${side}`;
    this.#select.setAttribute("aria-label", `Kind of ${name}`);
    for (const kind of KINDS) this.#select.add(new Option(KIND_NAMES[kind], kind));
    this.#select.addEventListener("change", () => {
      const { x, y, angle, size } = get();
      onChange(body(this.#select.value as Kind, x, y, angle, size));
    });
    this.#draw = document.createElement("button");
    this.#draw.type = "button";
    this.#draw.id = `draw-${side}`;
    this.#draw.textContent = "Draw…";
    this.#draw.addEventListener("click", onDraw);
    const kind = document.createElement("div");
    kind.className = "kind";
    kind.append(this.#select, this.#draw);

    const grid = document.createElement("div");
    grid.className = "grid";
    for (const row of ROWS) {
      const input = document.createElement("input");
      input.type = "range";
      input.id = `${row.id}-${side}`;
      input.min = String(row.min);
      input.max = String(row.max);
      input.step = String(row.step);
      const label = document.createElement("label");
      label.htmlFor = input.id;
      label.textContent = row.label;
      const output = document.createElement("output");
      output.htmlFor.add(input.id);
      input.addEventListener("input", () => {
        const changed = { ...get() };
        row.set(changed, input.valueAsNumber);
        onChange(changed);
      });
      grid.append(label, input, output);
      this.#rows.push({ row, cells: [label, input, output], input, output });
    }
    fieldset.replaceChildren(legend, kind, grid);
  }

  /** Shows a body. The button shows whether its hull is being drawn. */
  show(body: Body, drawing: boolean): void {
    this.#select.value = body.kind;
    this.#draw.hidden = body.kind !== "hull";
    this.#draw.textContent = drawing ? "Done" : "Draw…";
    for (const { row, cells, input, output } of this.#rows) {
      const used = row.kinds.includes(body.kind);
      for (const cell of cells) cell.hidden = !used;
      const value = row.get(body);
      input.value = String(value);
      output.textContent = show(value) + row.unit;
    }
  }
}
