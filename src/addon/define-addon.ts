import type { z } from 'zod';
import type { PostBuildSettings } from '../constructs/kustomization-settings.js';
import type { SecretShape, ValuesShape, VarShape } from '../contract/index.js';
import { formatValue, rememberPlace } from '../diagnostics/index.js';
import { addToChart } from './add-to.js';
import type { Addon } from './addon.js';
import type { AddonDefinition, Charts, NamespaceSaid } from './addon-definition.js';
import { inspectOnce } from './inspect.js';
import { makeInstance } from './instance.js';
import type { ProducerNote, UsedNames, UseShape } from './outputs-types.js';
import { INSPECT, usedAddons } from './uses.js';

/** No inputs of a channel, no charts: what a definition has that does not mention them. */
type None = Record<never, never>;

/**
 * Defines an addon: one thing to install, with what it needs from Terraform. What is wrong with a definition is
 * reported by every cluster that uses it, not thrown here.
 *
 * @see docs/addons.md
 */
export const defineAddon = <
  const N extends string,
  const R extends string = never,
  const P extends string = never,
  C extends Charts = None,
  V extends VarShape = None,
  L extends ValuesShape = None,
  S extends SecretShape = None,
  O extends z.core.$ZodType | undefined = undefined,
  const B extends PostBuildSettings = None,
  const K extends string = never,
  X extends VarShape = None,
  U extends UseShape = None,
  const M extends string = string,
>(
  definition: AddonDefinition<N, R, P, C, V, L, S, O, B, K, X, U, M> & NamespaceSaid,
): Addon<N, R | UsedNames<U>, P, C, V, L, S, O, K, U> & ProducerNote<N, X, M> => {
  // Inside, a definition is plain data; its type parameters matter only to those who call it.
  const written = definition as unknown as AddonDefinition;
  if (typeof written !== 'object' || written === null)
    throw new TypeError(`defineAddon takes an object, not ${formatValue(written)}`);
  const data = withUsed(written);
  const inspect = inspectOnce(data, rememberPlace());
  const addon = (options?: unknown) => makeInstance(data, inspect, options);
  return Object.assign(addon, {
    [INSPECT]: inspect,
    definition: data,
    addTo: (chart: Parameters<Addon['addTo']>[0], use?: unknown) => addToChart(data, inspect, chart, use),
  }) as unknown as Addon<N, R | UsedNames<U>, P, C, V, L, S, O, K, U> & ProducerNote<N, X, M>;
};

/** What an addon uses, it requires. */
const withUsed = (definition: AddonDefinition): AddonDefinition => {
  const used = usedAddons(definition.uses);
  const { requires = [] } = definition;
  if (used.length === 0 || !Array.isArray(requires)) return definition;
  return { ...definition, requires: [...new Set([...requires, ...used])] };
};
