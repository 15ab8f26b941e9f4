import { ConfigMap, defineAddon } from 'fluxspan';
import type { z } from 'zod';

type Leaf = z.core.$ZodType<string | number | boolean>;

/** An addon that makes one object, in a namespace that is always there. */
export const plainAddon = <
  const N extends string,
  const R extends string = never,
  const P extends string = never,
  V extends Readonly<Record<string, Leaf>> = Record<never, never>,
>(
  name: N,
  { requires = [], provides = [], vars }: { requires?: readonly R[]; provides?: readonly P[]; vars?: V } = {},
) =>
  defineAddon<N, R, P, Record<never, never>, V>({
    name,
    namespace: 'default',
    requires,
    provides,
    // Of a type that is not known yet the compiler cannot say that its vars are leaves.
    infra: { ...(vars === undefined ? {} : { vars: vars as never }) },
    build(scope) {
      new ConfigMap(scope, 'data', { data: {} });
    },
  });
