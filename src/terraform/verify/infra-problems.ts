import {
  type Contract,
  closedObject,
  expectedWords,
  type JsonSchema,
  type Mismatch,
  type MismatchKind,
  mismatches,
} from '../../contract/index.js';
import { type Diagnostic, type DiagnosticDefinition, diagnose, nearest, suggest } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath, startsWith } from '../../json/json-path.js';
import { infraMissing, infraPattern, infraType, infraUnknown, keysUnproven } from '../diagnostics.js';
import { secretsOfTerraform } from '../module/input-checks.js';
import { described, readersRead, wanted } from '../module/input-text.js';
import { UNKNOWN } from '../read/unknown.js';
import type { Proof } from './given.js';

/** What is wrong with an infra, and what no one can know yet. */
export interface InfraProblems {
  readonly diagnostics: readonly Diagnostic[];
  /** Of what is unknown as a whole, so that not even its keys are proven. */
  readonly unproven: readonly Diagnostic[];
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

const mapOf = <T, U>(of: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));

/** Of a secret only the names of its properties are known; each has `true` for its value. */
const named = ({ description }: JsonSchema): JsonSchema => ({
  type: 'boolean',
  ...(description === undefined ? {} : { description }),
});

const channelsOf = (contract: Contract): readonly Channel[] => {
  const { vars, values } = contract;
  const secrets = Object.fromEntries(secretsOfTerraform(contract));
  return [
    {
      name: 'vars',
      schema: closedObject(
        mapOf(vars, ({ schema }) => schema),
        Object.keys(vars).filter((key) => vars[key]!.required),
      ),
      addons: mapOf(vars, ({ declaredBy }) => declaredBy),
    },
    {
      name: 'values',
      schema: closedObject(
        mapOf(values, ({ schema }) => schema),
        Object.keys(values),
      ),
      addons: mapOf(values, ({ addon }) => [addon]),
    },
    {
      name: 'secrets',
      schema: closedObject(
        mapOf(secrets, ({ properties }) =>
          closedObject(
            mapOf(properties, ({ schema }) => named(schema)),
            Object.keys(properties),
          ),
        ),
        Object.keys(secrets),
      ),
      addons: mapOf(secrets, ({ declaredBy }) => declaredBy),
    },
  ];
};

const definitions: Readonly<Record<MismatchKind, DiagnosticDefinition>> = {
  required: infraMissing,
  'unknown-key': infraUnknown,
  type: infraType,
  'inexact-number': infraType,
  enum: infraType,
  bound: infraType,
  pattern: infraPattern,
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
  const unproven: Diagnostic[] = [];
  const unknown: string[] = [];
  for (const channel of channelsOf(contract)) {
    if (!(channel.name in infra)) continue;
    const hidden: JsonPath[] = [];
    const value = settle(channel.schema, infra[channel.name], [], hidden);
    if (hidden[0]?.length === 0) {
      unproven.push(unprovenChannel(contract, channel, place));
      continue;
    }
    unknown.push(...hidden.map((path) => printPath([channel.name, ...path])));
    for (const mismatch of mismatches(channel.schema, value)) {
      if (mismatch.kind !== 'unknown-key' && hidden.some((path) => startsWith(mismatch.path, path))) continue;
      diagnostics.push(describe(contract, channel, mismatch, place));
    }
  }
  return { diagnostics, unproven, unknown };
};

/** Takes out what is null where it may be left out, and puts null in the place of what is unknown. */
const settle = (schema: JsonSchema | undefined, value: unknown, path: JsonPath, hidden: JsonPath[]): unknown => {
  if (value === UNKNOWN) {
    hidden.push(path);
    return null;
  }
  if (Array.isArray(value)) return value.map((item, at) => settle(schema?.items, item, [...path, at], hidden));
  if (!isObject(value)) return value;
  const properties = schema?.properties ?? {};
  const settled: [string, unknown][] = [];
  for (const [key, one] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (one === null && property !== undefined) continue;
    settled.push([key, settle(property, one, [...path, key], hidden)]);
  }
  return Object.fromEntries(settled);
};

const unprovenChannel = ({ cluster }: Contract, { name }: Channel, place: string): Diagnostic =>
  diagnose(keysUnproven, {
    message: `\`${name}\` is unknown as a whole until apply, so none of its keys is proven`,
    at: { cluster, path: name },
    notes: foundAt(place),
    fix: 'write its keys out where the module is called; their values may stay unknown',
  });

const foundAt = (place: string): readonly string[] => (place === '' ? [] : [`found in ${place}`]);

const describe = (
  { cluster }: Contract,
  { name, schema, addons }: Channel,
  mismatch: Mismatch,
  place: string,
): Diagnostic => {
  const { path, kind } = mismatch;
  const expected = expectedWords(mismatch);
  const full = printPath([name, ...path]);
  const top = String(path[0] ?? '');
  const readers = Object.hasOwn(addons, top) ? addons[top]! : [];
  const [only] = readers.length === 1 ? readers : [];
  const at = { cluster, ...(only === undefined ? {} : { addon: only }), path: full };
  const own = schemaAt(schema, path);
  const secret = name === 'secrets';
  const want = secret && own?.type === 'boolean' ? 'a string' : own === undefined ? expected : wanted(own, secret);
  const reads = readers.length === 0 ? '' : `${readersRead(readers)} it`;
  const input = described(full, own);
  const messages: Readonly<Record<MismatchKind, string>> = {
    required: `${input} is missing${reads === '' ? '' : `; ${reads}`}`,
    'unknown-key': `${full} is not in the contract of cluster "${cluster}"`,
    type: `${input} is not ${expected}`,
    'inexact-number': `${input} is a number that does not arrive as it is: digits are lost on the way`,
    enum: `${input} is not ${expected}`,
    bound: `${input} is not ${expected}`,
    pattern: `${input} is not ${expected}`,
  };
  const notes = kind === 'required' || reads === '' ? foundAt(place) : [reads, ...foundAt(place)];
  return diagnose(definitions[kind], { message: messages[kind], at, notes, fix: fixOf(mismatch, name, want) });
};

const fixOf = (mismatch: Mismatch, name: Channel['name'], want: string): string => {
  switch (mismatch.kind) {
    case 'required':
      return `give it in \`${name}\` of the module: ${want}`;
    case 'unknown-key':
      return `${insteadOf(mismatch.key, mismatch.known)} otherwise remove it`;
    case 'inexact-number':
      return `give ${expectedWords(mismatch)}; what is longer is text: declare it as z.string()`;
    case 'type':
    case 'enum':
    case 'bound':
    case 'pattern':
      return `give ${want}`;
  }
};

const insteadOf = (key: string, known: readonly string[]): string => {
  const near = nearest(key, known);
  return near === undefined ? `${suggest(key, known)};` : `did you mean "${near}"?`;
};

const schemaAt = (schema: JsonSchema, path: JsonPath): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>(
    (at, step) =>
      typeof step === 'number'
        ? at?.items
        : at?.properties !== undefined && Object.hasOwn(at.properties, step)
          ? at.properties[step]
          : undefined,
    schema,
  );
