/** What an editor asks of a compiler, for a place in one file: an offset in its text. */
export interface Editor {
  /** What is offered, sorted; without keywords and globals. */
  complete(at: number): Promise<readonly string[]>;
  /** What stands in the box when the mouse rests. */
  hover(at: number): Promise<string>;
  close(): void;
}
