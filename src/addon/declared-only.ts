/** Names that JavaScript itself asks objects for. */
const askedByRuntime: ReadonlySet<string> = new Set(['then', 'toJSON']);

const NONE: ReadonlySet<string> = new Set();

/**
 * What `build` is given by name. A name that is not there would be an `undefined` that vanishes from the object;
 * `undeclared` hears of each one that is read.
 */
export const declaredOnly = <T extends object>(
  members: T,
  undeclared: (name: string) => void,
  known: ReadonlySet<string> = NONE,
): T =>
  new Proxy(members, {
    get(target, key) {
      if (typeof key === 'string' && !Object.hasOwn(target, key) && !known.has(key) && !askedByRuntime.has(key))
        undeclared(key);
      // What is inherited (`constructor`) was not declared, and is nothing that an object could hold.
      return typeof key === 'symbol' || Object.hasOwn(target, key) ? (Reflect.get(target, key) as unknown) : undefined;
    },
  });
