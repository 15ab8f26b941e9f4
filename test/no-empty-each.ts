import { describe, it } from 'vitest';

// `it.each([])` runs nothing and passes. Lists that come from files, tables or filters can get empty by mistake, so an empty
// one fails here.
for (const declare of [it, describe]) {
  const each = new Proxy(declare.each, {
    apply: (target, self, args: readonly unknown[]): unknown => {
      const [cases] = args;
      if (Array.isArray(cases) && cases.length === 0) throw new Error('each() has no cases, so it would test nothing');
      return Reflect.apply(target, self, args);
    },
  });
  Object.assign(declare, { each });
}
