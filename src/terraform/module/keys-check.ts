import {
  binary,
  call,
  type Expression,
  forEach,
  list,
  literal,
  member,
  name,
  not,
  string,
  template,
} from '../hcl/node.js';

/** A step into a value: the key of an object, or every item of a list. */
export type Step = string | typeof everyItem;
export const everyItem = Symbol('every item');

/**
 * What `of` says of each object at a place, as one list. It goes down by `for … if`, so that what is missing or null
 * gives no error. Each condition asks one thing only, for an unknown neighbour would make the whole unknown.
 */
const eachAt = (root: Expression, steps: readonly Step[], of: (at: Expression) => Expression): Expression => {
  const visit = (at: Expression, rest: readonly Step[], depth: number): Expression => {
    const [step, ...further] = rest;
    if (step === undefined) return of(at);
    const [key, value, there] = [`k${depth}`, `v${depth}`, `o${depth}`];
    const unlessNull = (all: Expression): Expression =>
      forEach({
        names: [there],
        in: all,
        value: visit(name(there), further, depth + 1),
        if: binary('!=', name(there), literal(null)),
      });
    if (step === everyItem) return unlessNull(at);
    return forEach({
      names: [key, value],
      in: at,
      value: unlessNull(list([name(value)])),
      if: binary('==', name(key), string(step)),
    });
  };
  const each = visit(root, steps, 1);
  return steps.length === 0 ? each : call('flatten', each);
};

/** The keys of all objects at a place, as one list. */
export const keysAt = (root: Expression, steps: readonly Step[]): Expression =>
  eachAt(root, steps, (at) => call('keys', at));

/** Whether every object at a place, of which there may be none, has a key; known even where no value is. */
export const everyHasKey = (root: Expression, steps: readonly Step[], key: string): Expression =>
  call(
    'alltrue',
    eachAt(root, steps, (at) => call('contains', call('keys', at), string(key))),
  );

/** A word in lower case, whole and with each one of its characters left out. */
const shortened = (word: Expression): Expression =>
  forEach({
    names: ['i'],
    in: call('range', binary('+', call('length', word), literal(1))),
    value: call(
      'lower',
      template(
        call('substr', word, literal(0), name('i')),
        call('substr', word, binary('+', name('i'), literal(1)), literal(-1)),
      ),
    ),
  });

/** Two words are near if one edit leads from one to the other: then their shortened forms meet. */
const isNear = (a: Expression, b: Expression): Expression =>
  binary('>', call('length', call('setintersection', shortened(a), shortened(b))), literal(0));

/** What a key at a place may be, each with who reads it. */
export type KnownKeys = Readonly<Record<string, string>>;

export interface KeysCheck {
  readonly condition: Expression;
  readonly message: Expression;
}

/**
 * That every key of a list is known, and the sentence for those that are not: where it is, and what was probably meant.
 *
 * @param path what stands before the key in the message: `vars`, `values.karpenter.settings`
 */
export const keysCheck = (keys: Expression, path: string, known: KnownKeys, cluster: string): KeysCheck => {
  const names = Object.keys(known);
  const readers = new Set(Object.values(known));
  const [only] = readers.size === 1 ? readers : [];
  // A name a line, and each list once in an expression: so branches that add different names merge.
  const all = list(names.map(string), 'block');
  const withReaders = list(
    names.map((key) => list([string(key), string(known[key]!)])),
    'block',
  );
  const one = only === undefined ? member(name('one'), literal(0)) : name('one');
  const reader = only === undefined ? member(name('one'), literal(1)) : only;
  const nearKeys = forEach({
    names: ['one'],
    in: name('known'),
    value: template(' Did you mean ', one, ', which ', reader, '?'),
    if: isNear(name('k'), one),
  });
  const unknown = forEach({
    names: ['k'],
    in: keys,
    value: template(
      `${path}.`,
      name('k'),
      ` is not in the contract of cluster ${cluster}.`,
      ...(names.length === 0 ? [] : [call('join', string(''), nearKeys)]),
    ),
    if: not(
      call(
        'contains',
        only === undefined && names.length > 0
          ? forEach({ names: ['one'], in: name('known'), value: one })
          : name('known'),
        name('k'),
      ),
    ),
  });
  return {
    condition: call('alltrue', forEach({ names: ['k'], in: keys, value: call('contains', all, name('k')) })),
    message: call(
      'join',
      string('\n'),
      call(
        'flatten',
        forEach({ names: ['known'], in: list([only === undefined ? withReaders : all]), value: unknown }),
      ),
    ),
  };
};
