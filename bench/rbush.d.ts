/** The part of rbush that the benchmark uses. */
export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export default class RBush<T extends Box> {
  load(items: readonly T[]): this;
  search(box: Box): T[];
}
