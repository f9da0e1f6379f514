/**
 * The button that chooses light, dark or the system's setting, and colours for canvases.
 *
 * @module
 */

const ORDER = ["auto", "light", "dark"] as const;
const KEY = "gjk2d-theme";

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? "auto";
  } catch {
    return "auto";
  }
}

/** Sets up the theme button of a page; `onChange` is called whenever colours change. */
export function startTheme(onChange: () => void = () => {}): void {
  const button = document.querySelector<HTMLButtonElement>("#theme");
  let theme = stored();
  const apply = (): void => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    if (button !== null) button.textContent = `◐ ${theme}`;
    onChange();
  };
  button?.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme as typeof ORDER[number]) + 1) % ORDER.length];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A page without storage forgets the choice.
    }
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  apply();
}

/** Shows what is on the page once its script has filled it: what was never seen cannot jump. */
export function showPage(): void {
  delete document.querySelector("main")?.dataset.loading;
}

/** The colours of the page by name, for drawing on a canvas. */
export type Palette = Record<
  "paper" | "panel" | "ink" | "muted" | "line" | "grid" | "a" | "b" | "diff" | "found" | "warn",
  string
>;

/** Reads the current colours. */
export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const names = [
    "paper",
    "panel",
    "ink",
    "muted",
    "line",
    "grid",
    "a",
    "b",
    "diff",
    "found",
    "warn",
  ] as const;
  return Object.fromEntries(
    names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Palette;
}

/** The element of the page with this id; its absence is a mistake in the page. */
export function byId<T extends Element = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`Cannot find element: no #${id} in the page`);
  return element as Element as T;
}
