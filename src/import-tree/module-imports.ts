/** The imports of a module. */
export interface ModuleImports {
  /** @returns the name under which the module has it */
  add(from: string, name: string): string;
  print(): string;
}

/** Names of types and values that a class must not hide. */
const GLOBAL = new Set(['Map', 'Object', 'Set', 'URL']);

/** @param taken names of the module's own */
export const imports = (taken: readonly string[]): ModuleImports => {
  const modules = new Map<string, Map<string, string>>();
  const locals = new Set(taken);
  return {
    add: (from, name) => {
      const names = modules.get(from) ?? new Map<string, string>();
      modules.set(from, names);
      const known = names.get(name);
      if (known !== undefined) return known;
      const group = from
        .split('/')
        .at(-1)!
        .replace(/[^A-Za-z]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');
      let local = name;
      for (let number = 1; locals.has(local) || GLOBAL.has(local); number++)
        local = `${group.charAt(0).toUpperCase()}${group.slice(1)}${name}${number === 1 ? '' : number}`;
      locals.add(local);
      names.set(name, local);
      return local;
    },
    print: () =>
      [...modules]
        .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
        .map(printImport)
        .join('\n'),
  };
};

/** As Biome sorts them: Node's own, packages, then files. */
const rank = (from: string): number => (from.startsWith('node:') ? 0 : from.startsWith('.') ? 2 : 1);

const printImport = ([from, names]: readonly [string, ReadonlyMap<string, string>]): string => {
  const list = [...names]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([name, local]) => (name === local ? name : `${name} as ${local}`));
  const line = `import { ${list.join(', ')} } from '${from}';`;
  return line.length <= 120 ? line : `import {\n${list.map((one) => `  ${one},\n`).join('')}} from '${from}';`;
};

/** Biome's order: by the alphabet whatever the case, and a capital before its small letter. */
const compareNames = (a: string, b: string): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left, right] = [a[at]!, b[at]!];
    if (left === right) continue;
    const [small, other] = [left.toLowerCase(), right.toLowerCase()];
    return small === other ? (left < right ? -1 : 1) : small < other ? -1 : 1;
  }
  return a.length - b.length;
};
