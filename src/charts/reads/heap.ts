import { Dict, type DictState, isSameState, join, missing, type Value } from './value.js';

/** The maps that templates make, and what branches do to them. */
export interface Heap {
  /**
   * A new map.
   *
   * @param rest what stands under keys that aren't known
   * @param also maps that are merged into it
   */
  readonly dict: (fields: ReadonlyMap<string, Value>, rest?: Value, also?: Value) => Value;
  /** What Helm gives a template. */
  readonly context: (fields: ReadonlyMap<string, Value>) => Dict;
  readonly write: (dict: Dict, state: DictState) => void;
  /** Runs branches of which one is taken, and joins what they leave behind. */
  readonly branch: (branches: readonly (() => void)[]) => void;
  /** How often a map was written: by which a caller sees whether anything was. */
  readonly writes: () => number;
  /** Runs a call; `isPure` where no map that is older than it has changed by it. */
  readonly watch: <T>(run: () => T) => { readonly result: T; readonly isPure: boolean };
}

const joinStates = (a: DictState, b: DictState): DictState => {
  if (a === b) return a;
  const fields = new Map(a.fields);
  for (const [key, value] of b.fields) fields.set(key, join(a.fields.get(key) ?? missing, value));
  for (const [key, value] of a.fields) if (!b.fields.has(key)) fields.set(key, join(value, missing));
  return { fields, rest: join(a.rest, b.rest), also: join(a.also, b.also) };
};

export const openHeap = (): Heap => {
  const frames: Map<Dict, DictState>[] = [];
  let writes = 0;
  let dicts = 0;

  const note = (dict: Dict): void => {
    const frame = frames.at(-1);
    if (frame !== undefined && !frame.has(dict)) frame.set(dict, dict.unnoted);
  };

  const record = (run: () => void): Map<Dict, DictState> => {
    const frame = new Map<Dict, DictState>();
    frames.push(frame);
    try {
      run();
    } finally {
      frames.pop();
    }
    return frame;
  };

  return {
    dict: (fields, rest = [], also = []) => [{ kind: 'dict', dict: new Dict(dicts++, { fields, rest, also }) }],
    context: (fields) => new Dict(dicts++, { fields, rest: [], also: [] }, true),
    write(dict, state) {
      note(dict);
      writes += 1;
      dict.state = state;
    },
    branch(branches) {
      const before = new Map<Dict, DictState>();
      const outcomes: Map<Dict, DictState>[] = [];
      for (const run of branches) {
        const frame = record(run);
        const outcome = new Map<Dict, DictState>();
        for (const [dict, state] of frame) {
          outcome.set(dict, dict.unnoted);
          before.set(dict, state);
          dict.state = state;
        }
        outcomes.push(outcome);
      }
      for (const [dict, state] of before) {
        note(dict);
        dict.state = outcomes.map((outcome) => outcome.get(dict) ?? state).reduce(joinStates);
      }
    },
    writes: () => writes,
    watch(run) {
      const frame = new Map<Dict, DictState>();
      const youngest = dicts;
      frames.push(frame);
      try {
        const result = run();
        // What `set` put into a map, `unset` may have taken out again.
        const isPure = [...frame].every(([dict, state]) => dict.id >= youngest || isSameState(dict.unnoted, state));
        return { result, isPure };
      } finally {
        frames.pop();
        for (const [dict, state] of frame) {
          const outer = frames.at(-1);
          if (outer !== undefined && !outer.has(dict)) outer.set(dict, state);
        }
      }
    },
  };
};

/** A map's field. */
export const fieldOf = (dict: Dict, key: string): Value => {
  dict.note(key);
  const { fields, rest } = dict.unnoted;
  const own = fields.get(key);
  if (own === undefined) return rest;
  return rest.length === 0 ? own : join(own, rest);
};
