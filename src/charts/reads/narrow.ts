import type { Operand, Pipe } from '../../go-template/index.js';
import type { Scope } from './scope.js';
import { join, textsOf, type Value } from './value.js';

/** Runs a part of a condition. */
interface Evaluator {
  readonly operand: (operand: Operand) => Value;
  readonly pipe: (pipe: Pipe) => Value;
}

const NONE: ReadonlyMap<string, Value> = new Map();

/** The items of one list that is known in full. */
const itemsOf = (value: Value): Value | undefined => {
  const [only] = value;
  const isKnown = value.length === 1 && only?.kind === 'list' && only.list.rest.length === 0;
  return isKnown ? join(...only.list.items) : undefined;
};

/**
 * Which texts unknown variables can only be where a condition holds: `has $key (list "a" "b")`, `eq $key "a"`, and an
 * `and` of these.
 */
export const narrow = (pipe: Pipe, scope: Scope, evaluate: Evaluator): ReadonlyMap<string, Value> => {
  const [head, first, ...rest] = pipe.commands.at(-1)!;
  const before = pipe.commands.slice(0, -1);
  if (head.kind !== 'function' || pipe.variables.length > 0) return NONE;
  if (head.name === 'and' && before.length === 0) {
    const found = new Map<string, Value>();
    for (const operand of first === undefined ? rest : [first, ...rest]) {
      if (operand.kind === 'pipe')
        for (const [name, value] of narrow(operand.pipe, scope, evaluate)) found.set(name, value);
    }
    return found;
  }
  if (first?.kind !== 'variable' || first.names.length > 0) return NONE;
  const now = scope.get(first.name);
  if (now.length !== 1 || now[0]!.kind !== 'opaque') return NONE;
  let options: Value | undefined;
  if (head.name === 'eq' && before.length === 0 && rest.length > 0) options = join(...rest.map(evaluate.operand));
  if (head.name === 'has' || head.name === 'mustHas') {
    if (before.length === 0 && rest.length === 1) options = itemsOf(evaluate.operand(rest[0]!));
    else if (before.length > 0 && rest.length === 0) options = itemsOf(evaluate.pipe({ ...pipe, commands: before }));
  }
  return options === undefined || textsOf(options) === undefined ? NONE : new Map([[first.name, options]]);
};

/** Runs what a condition guards, with what it says of variables. */
export const withNarrowed = <T>(scope: Scope, narrowed: ReadonlyMap<string, Value>, run: () => T): T => {
  if (narrowed.size === 0) return run();
  const changed: (readonly [string, Value])[] = [];
  const result = scope.block(() => {
    for (const [name, value] of narrowed) scope.declare(name, value);
    const done = run();
    for (const [name, value] of narrowed) if (scope.get(name) !== value) changed.push([name, scope.get(name)]);
    return done;
  });
  for (const [name, value] of changed) scope.assign(name, value);
  return result;
};
