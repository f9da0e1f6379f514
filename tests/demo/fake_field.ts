/**
 * An element for `attachDomInput` where there is no page: 320 × 240 pixels with a border of one, at
 * (100, 50) of the window.
 *
 * @module
 */

/** What of a pointer event counts. */
export interface PointerFacts {
  type: string;
  button: number;
  buttons: number;
  clientX?: number;
  clientY?: number;
  pointerType?: string;
}

/** The element. */
export class FakeField extends EventTarget {
  readonly clientLeft = 1;
  readonly clientTop = 1;
  readonly clientWidth = 320;
  readonly clientHeight = 240;
  /** Its page and window. */
  readonly ownerDocument: { activeElement: unknown; defaultView: EventTarget } = {
    activeElement: null,
    defaultView: new EventTarget(),
  };

  getBoundingClientRect(): { left: number; top: number; width: number; height: number } {
    return { left: 100, top: 50, width: 322, height: 242 };
  }

  focus(): void {
    this.ownerDocument.activeElement = this;
  }

  /** The pointers that it has captured. */
  readonly captured: number[] = [];

  setPointerCapture(pointer: number): void {
    this.captured.push(pointer);
  }

  /** Sends an event; returns whether the page would do what it does by itself. */
  send(type: string, facts: Record<string, unknown> = {}): boolean {
    return this.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), facts));
  }

  /** Sends the events of a mouse or pen. */
  point(...events: PointerFacts[]): void {
    for (const { type, ...facts } of events) {
      this.send(type, { pointerType: "mouse", pointerId: 1, clientX: 101, clientY: 51, ...facts });
    }
  }

  /** As the type that `attachDomInput` asks for. */
  get element(): HTMLElement {
    return this as unknown as HTMLElement;
  }
}
