import { type DescribedInput, FLUX_NAMESPACE } from '../contract/index.js';
import { formatValue } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { Inspection } from './inspection.js';
import type { ProducedOutput } from './outputs.js';
import type { ValuesUse } from './outputs-types.js';

/** Where an addon keeps what is known of its definition. */
export const INSPECT = Symbol.for('fluxspan.inspectAddon');

/**
 * Says of an addon in `uses` that releases read its outputs, by `valuesFrom`, and no text does: the outputs may then have
 * names that aren't vars, and are read in the release's namespace.
 *
 * @example uses: { issuer: asValues(linkerdIssuer) }
 */
export const asValues = <P extends object>(addon: P): ValuesUse<P> => ({ asValues: addon });

/** One addon that another one uses. */
export interface Use {
  /** As `build` calls it. */
  readonly alias: string;
  /** The name of the other addon. */
  readonly producer: string;
  readonly definition: object;
  readonly asValues: boolean;
  readonly outputs: ReadonlyMap<string, DescribedInput>;
  /** Where its Kustomization must live to read vars. */
  readonly home: string;
}

interface Inspected {
  readonly [INSPECT]?: () => Inspection;
  readonly definition?: { readonly name?: unknown; readonly namespace?: unknown };
}

const isAddon = (value: unknown): value is Inspected => typeof value === 'function' && INSPECT in value;

/** What an addon uses; `refuse` hears of what isn't an addon with outputs. */
export const readUses = (
  definition: { readonly name: unknown; readonly uses?: unknown },
  refuse: (message: string, fix: string, path: string) => void = () => {},
): readonly Use[] => {
  const { uses, name } = definition;
  if (uses === undefined) return [];
  const fix = 'give addons by name: uses: { queue }, or asValues(queue) for what releases read';
  if (!isPlainRecord(uses)) {
    refuse(`\`uses\` of addon ${formatValue(name)} is not an object`, fix, 'uses');
    return [];
  }
  return Object.entries(uses).flatMap(([alias, given]): readonly Use[] => {
    const byValues = isPlainRecord(given) && 'asValues' in given;
    const addon: unknown = byValues ? given['asValues'] : given;
    const path = `uses.${alias}`;
    if (!isAddon(addon)) {
      refuse(`${path} is not an addon`, fix, path);
      return [];
    }
    const { outputs } = addon[INSPECT]!();
    const producer = String(addon.definition?.name);
    if (outputs.size === 0) {
      refuse(
        `addon '${producer}' declares no outputs`,
        `declare them where it is defined: outputs: { … }; or require it alone: requires: ['${producer}']`,
        path,
      );
      return [];
    }
    const namespace = addon.definition?.namespace;
    return [
      {
        alias,
        producer,
        definition: addon.definition!,
        asValues: byValues,
        outputs,
        home: typeof namespace === 'string' ? namespace : FLUX_NAMESPACE,
      },
    ];
  });
};

/** The names of the addons that a definition uses: it requires them. */
export const usedAddons = (uses: unknown): readonly string[] => [
  ...new Set(readUses({ name: '', uses }).map(({ producer }) => producer)),
];

/** Where the outputs of a used addon are; by its default names where it isn't built before. */
export const placesOf = (
  { producer, outputs, home }: Use,
  produced: ReadonlyMap<string, readonly ProducedOutput[]>,
): readonly ProducedOutput[] =>
  produced.get(producer) ??
  [...outputs].map(([key, input]) => ({
    key,
    input,
    kind: 'Secret',
    namespace: home,
    name: `${producer}-outputs`,
    isMadeEmpty: false,
  }));
