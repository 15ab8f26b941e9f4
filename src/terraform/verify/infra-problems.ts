import { type Contract, type JsonSchema, type Mismatch, mismatches } from '../../contract/index.js';
import { type Code, type Diagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { secretsOfTerraform } from '../module/input-checks.js';
import { readersRead, wanted } from '../module/input-text.js';
import { type Proof, UNKNOWN } from './given.js';

/** What is wrong with an infra, and what nobody can know yet. */
export interface InfraProblems {
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of values that are known after apply. */
  readonly unknown: readonly string[];
}

/** The schema at a path of a mismatch, as far as the contract has it. */
interface Channel {
  readonly name: 'vars' | 'values' | 'secrets';
  readonly schema: JsonSchema;
  /** By the first key. */
  readonly addons: Readonly<Record<string, readonly string[]>>;
}

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const mapOf = <T, U>(of: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));

/** Of a secret only the names of its properties are known; each has `true` for its value. */
const named: JsonSchema = { type: 'boolean' };

const channelsOf = (contract: Contract): readonly Channel[] => {
  const { vars, values } = contract;
  const secrets = Object.fromEntries(secretsOfTerraform(contract));
  return [
    {
      name: 'vars',
      schema: objectOf(
        mapOf(vars, ({ schema }) => schema),
        Object.keys(vars).filter((key) => vars[key]!.required),
      ),
      addons: mapOf(vars, ({ declaredBy }) => declaredBy),
    },
    {
      name: 'values',
      schema: objectOf(
        mapOf(values, ({ schema }) => schema),
        Object.keys(values),
      ),
      addons: mapOf(values, ({ addon }) => [addon]),
    },
    {
      name: 'secrets',
      schema: objectOf(
        mapOf(secrets, ({ properties }) =>
          objectOf(
            mapOf(properties, () => named),
            Object.keys(properties),
          ),
        ),
        Object.keys(secrets),
      ),
      addons: mapOf(secrets, ({ declaredBy }) => declaredBy),
    },
  ];
};

const codes: Readonly<Record<Mismatch['kind'], Code>> = {
  missing: 'FX401',
  unknown: 'FX402',
  type: 'FX403',
  range: 'FX403',
  enum: 'FX403',
  pattern: 'FX404',
};

/** Checks what a module was given. For Terraform null is the same as left out. */
export const proofProblems = (contract: Contract, proof: Proof): InfraProblems => {
  const secrets = isObject(proof.secrets) ? mapOf(proof.secrets, namesAsKeys) : proof.secrets;
  return infraProblems(contract, { vars: proof.vars, values: proof.values, secrets }, proof.place);
};

/** The module writes lists of names; of an object, which somebody else may write, only the keys are looked at. */
const namesAsKeys = (names: unknown): unknown => {
  if (!Array.isArray(names) && !isObject(names)) return names;
  const keys = Array.isArray(names) ? names.filter((one) => typeof one === 'string') : Object.keys(names);
  return Object.fromEntries(keys.map((one) => [one, true]));
};

/**
 * Checks the channels of an infra that are there; each may hold {@link UNKNOWN} at any depth. No value is in a
 * message: what Terraform takes for a var may be a secret.
 *
 * @param place where it comes from, for messages
 */
export const infraProblems = (
  contract: Contract,
  infra: Readonly<Partial<Record<Channel['name'], unknown>>>,
  place: string,
): InfraProblems => {
  const diagnostics: Diagnostic[] = [];
  const unknown: string[] = [];
  for (const channel of channelsOf(contract)) {
    if (!(channel.name in infra)) continue;
    const hidden: string[] = [];
    const value = settle(channel.schema, infra[channel.name], '', hidden);
    if (hidden[0] === '') {
      diagnostics.push(unproven(contract, channel, place));
      continue;
    }
    unknown.push(...hidden.map((path) => `${channel.name}.${path}`));
    for (const mismatch of mismatches(channel.schema, value)) {
      if (mismatch.kind !== 'unknown' && hidden.some((path) => isAtOrIn(mismatch.path, path))) continue;
      diagnostics.push(describe(contract, channel, mismatch, place));
    }
  }
  return { diagnostics, unknown };
};

/** Takes out what is null where it may be left out, and puts null in the place of what is unknown. */
const settle = (schema: JsonSchema | undefined, value: unknown, path: string, hidden: string[]): unknown => {
  if (value === UNKNOWN) {
    hidden.push(path);
    return null;
  }
  if (Array.isArray(value)) return value.map((item, at) => settle(schema?.items, item, `${path}[${at}]`, hidden));
  if (!isObject(value)) return value;
  const properties = schema?.properties ?? {};
  const settled: [string, unknown][] = [];
  for (const [key, one] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (one === null && property !== undefined) continue;
    settled.push([key, settle(property, one, path === '' ? key : `${path}.${key}`, hidden)]);
  }
  return Object.fromEntries(settled);
};

const isAtOrIn = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

const unproven = ({ cluster }: Contract, { name }: Channel, place: string): Diagnostic =>
  diagnose('FX411', {
    message: `\`${name}\` is unknown as a whole until apply, so none of its keys is proven`,
    at: { cluster, path: name },
    notes: foundAt(place),
    fix: 'write its keys out where the module is called; their values may stay unknown',
  });

const foundAt = (place: string): readonly string[] => (place === '' ? [] : [`found in ${place}`]);

const describe = (
  { cluster }: Contract,
  { name, schema, addons }: Channel,
  { path, kind, expected }: Mismatch,
  place: string,
): Diagnostic => {
  const full = path === '' ? name : `${name}.${path}`;
  const top = keysOf(path)[0] ?? '';
  const readers = Object.hasOwn(addons, top) ? addons[top]! : [];
  const [only] = readers.length === 1 ? readers : [];
  const at = { cluster, ...(only === undefined ? {} : { addon: only }), path: full };
  const around = schemaAt(schema, parentOf(path));
  const own = schemaAt(schema, path);
  const secret = name === 'secrets';
  const want = secret && own?.type === 'boolean' ? 'a string' : own === undefined ? expected : wanted(own, secret);
  const reads = readers.length === 0 ? '' : `${readersRead(readers)} it`;
  const messages: Readonly<Record<Mismatch['kind'], string>> = {
    missing: `${full} is missing${reads === '' ? '' : `; ${reads}`}`,
    unknown: `${full} is not in the contract of cluster "${cluster}"`,
    type: `${full} is not ${expected}`,
    range: `${full} is a number that does not arrive as it is: digits are lost on the way`,
    enum: `${full} is not ${expected}`,
    pattern: `${full} is not ${expected}`,
  };
  const fixes: Readonly<Record<Mismatch['kind'], string>> = {
    missing: `give it in \`${name}\` of the module: ${want}`,
    unknown: elseTakeOut(suggest(lastKey(path), Object.keys(around?.properties ?? {}))),
    type: `give ${want}`,
    range: `give ${expected}; what is longer is text: declare it as z.string()`,
    enum: `give ${want}`,
    pattern: `give ${want}`,
  };
  const notes = kind === 'missing' || reads === '' ? foundAt(place) : [reads, ...foundAt(place)];
  return diagnose(codes[kind], { message: messages[kind], at, notes, fix: fixes[kind] });
};

const elseTakeOut = (hint: string): string => `${hint}${hint.endsWith('?') ? '' : ';'} else take it out`;

/** The steps of a path such as `karpenter.settings` or `env[0].name`; a list's item is a step too. */
const keysOf = (path: string): readonly string[] => path.split(/\.|(?=\[)/).filter((part) => part !== '');
const lastKey = (path: string): string => keysOf(path).at(-1) ?? '';
const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));

const schemaAt = (schema: JsonSchema, path: string): JsonSchema | undefined =>
  keysOf(path).reduce<JsonSchema | undefined>(
    (at, key) => (key.startsWith('[') ? at?.items : at?.properties?.[key]),
    schema,
  );
