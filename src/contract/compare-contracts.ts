import { compareText } from '../json/compare-text.js';
import { equalJson } from '../json/equal-json.js';
import { type Contract, outputObjectOf } from './contract.js';
import { type JsonSchema, patternsOf, typeInWords } from './json-schema.js';
import { schemaLeaves } from './schema-leaves.js';

/** One input that the contract gets, loses or changes. */
export interface ContractChange {
  readonly mark: '+' | '-' | '~';
  /** `vars.TF_DB_HOST`, `values.podinfo.cache`, `secrets.db.password`, `outputs.Secret/web/db.password`. */
  readonly input: string;
  /** Terraform supplies it; otherwise an addon's objects do. */
  readonly isTerraforms: boolean;
  /** The addons that declare it, of both sides. */
  readonly addons: readonly string[];
  /** How it changes, in words: `a string → a whole number`. */
  readonly details: readonly string[];
  /** Terraform must write it before the new tree is applied. */
  readonly isNeeded: boolean;
  /** The old tree reads it where it was, until the new one is applied. */
  readonly isGone: boolean;
}

interface Input {
  readonly isTerraforms: boolean;
  readonly addons: readonly string[];
  readonly schema: JsonSchema;
  /** False where the tree does without it. */
  readonly required: boolean;
  readonly isRead: boolean;
  /** Where Terraform writes it. */
  readonly place: string;
}

/** What one contract asks for and another doesn't, by input. Examples and descriptions ask for nothing. Pure. */
export const compareContracts = (
  before: Contract | undefined,
  after: Contract | undefined,
): readonly ContractChange[] => {
  const [had, has] = [inputsOf(before), inputsOf(after)];
  return [...new Set([...had.keys(), ...has.keys()])]
    .flatMap((input): readonly ContractChange[] => {
      const [from, to] = [had.get(input), has.get(input)];
      const { isTerraforms } = (to ?? from)!;
      const addons = [...new Set([...(from?.addons ?? []), ...(to?.addons ?? [])])].sort();
      const one = { input, isTerraforms, addons };
      if (from === undefined) {
        const details = to!.required ? [] : ['optional'];
        return [{ ...one, mark: '+', details, isNeeded: isTerraforms && to!.required, isGone: false }];
      }
      if (to === undefined)
        return [{ ...one, mark: '-', details: [], isNeeded: false, isGone: isTerraforms && from.isRead }];
      const details = differences(from, to);
      if (details.length === 0) return [];
      const isMoved = from.place !== to.place;
      return [
        {
          ...one,
          mark: '~',
          details,
          isNeeded: to.required && (isMoved || !from.required),
          isGone: isMoved && from.isRead,
        },
      ];
    })
    .sort((a, b) => ORDER.indexOf(a.mark) - ORDER.indexOf(b.mark) || compareText(a.input, b.input));
};

const ORDER = '+~-';

/** What must be done in which order, so that no tree lacks an input while Flux applies it. */
export type ContractOrder = 'apply-first' | 'merge-first' | 'two-changes';

/** @returns undefined where the order doesn't matter */
export const orderOf = (changes: readonly ContractChange[]): ContractOrder | undefined => {
  const needed = changes.filter(({ isNeeded }) => isNeeded);
  const gone = changes.filter(({ isGone }) => isGone);
  // An addon that is new, or goes, only waits.
  const readers = new Set(needed.flatMap(({ addons }) => addons));
  if (gone.some(({ addons }) => addons.some((addon) => readers.has(addon)))) return 'two-changes';
  return needed.length > 0 ? 'apply-first' : gone.length > 0 ? 'merge-first' : undefined;
};

const inputsOf = (contract: Contract | undefined): ReadonlyMap<string, Input> => {
  const inputs = new Map<string, Input>();
  if (contract === undefined) return inputs;
  const { vars, values, secrets, outputs = [] } = contract;
  const placeIn = (from: string | undefined, what = '') => [from ?? 'main', what].join(' ').trim();
  const keys = new Set(Object.values(secrets).map(({ key }) => key));
  for (const [name, { from, schema, required, declaredBy, readBy }] of Object.entries(vars))
    inputs.set(`vars.${name}`, {
      isTerraforms: true,
      addons: declaredBy,
      schema,
      required,
      isRead: readBy.length > 0 || keys.has(name),
      place: placeIn(from),
    });
  for (const [release, { from, addon, namespace, configMap, schema }] of Object.entries(values))
    for (const leaf of schemaLeaves(schema))
      inputs.set(['values', release, ...(leaf.path === '' ? [] : [leaf.path])].join('.'), {
        ...leaf,
        isTerraforms: true,
        addons: [addon],
        isRead: true,
        place: placeIn(from, `ConfigMap/${configMap} in ${namespace}`),
      });
  for (const [name, { from, key, managedBy, properties, declaredBy, readBy }] of Object.entries(secrets)) {
    if (managedBy !== 'terraform') continue;
    for (const [property, { schema, readBy: readers }] of Object.entries(properties))
      inputs.set(`secrets.${name}.${property}`, {
        isTerraforms: true,
        addons: declaredBy,
        schema,
        required: true,
        isRead: readBy.length + readers.length > 0,
        place: placeIn(from, key),
      });
  }
  for (const output of outputs)
    for (const [key, { schema }] of Object.entries(output.keys))
      inputs.set(`outputs.${outputObjectOf(output)}.${key}`, {
        isTerraforms: false,
        addons: [output.addon],
        schema,
        required: true,
        isRead: true,
        place: '',
      });
  return inputs;
};

const differences = (from: Input, to: Input): readonly string[] => {
  const [a, b] = [from, to].map(({ schema }) => asked(schema)) as [JsonSchema, JsonSchema];
  const [was, is] = [typeInWords(a), typeInWords(b)];
  return [
    ...(was === is ? [] : [`${was} → ${is}`]),
    ...(!equalJson(a.enum, b.enum) ? ['other values are allowed'] : []),
    ...(!equalJson(patternsOf(a), patternsOf(b)) ? ['another pattern'] : []),
    ...(!equalJson(a.default, b.default) ? ['another default'] : []),
    ...(!equalJson([a.items, a.properties], [b.items, b.properties]) ? ['other members'] : []),
    ...(from.required === to.required ? [] : [to.required ? 'optional → required' : 'required → optional']),
    ...(from.place === to.place ? [] : [`${from.place} → ${to.place}`]),
  ];
};

/** A schema without what only readers see. */
const asked = ({ description: _, examples: __, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.items === undefined ? {} : { items: asked(schema.items) }),
  ...(schema.properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, asked(one)])),
      }),
});
