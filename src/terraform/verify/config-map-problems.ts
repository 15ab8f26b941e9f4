import {
  type Contract,
  type ContractConfigMap,
  contractOfState,
  typedVar,
  VARS_CONFIG_MAP,
  valuesConfigMap,
} from '../../contract/index.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { printPath } from '../../json/json-path.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import {
  configMapImmutable,
  configMapLabel,
  configMapMissing,
  configMapUnread,
  keysUnproven,
  valuesDocument,
} from '../diagnostics.js';
import { UNKNOWN } from '../read/unknown.js';
import { type GivenConfigMap, nameText } from './given.js';
import { type InfraProblems, infraProblems } from './infra-problems.js';

/**
 * Compares ConfigMaps with those of a contract: namespace, labels, and what is in them.
 *
 * @param proven whether a proof beside them says what is in them: then one may be written by other means, or be
 * unknown, and nothing of it counts as unproven
 */
export const configMapProblems = (
  contract: Contract,
  given: readonly GivenConfigMap[],
  { proven }: { readonly proven: boolean },
): InfraProblems => {
  const diagnostics: Diagnostic[] = [];
  const unproven: Diagnostic[] = [];
  const unknown: string[] = [];
  for (const wanted of contract.configMaps) {
    const sameName = given.filter(({ name }) => name === wanted.name);
    const here = sameName.filter(({ namespace }) => namespace === wanted.namespace || namespace === UNKNOWN);
    if (here.length === 0 && (!proven || sameName.length > 0)) diagnostics.push(misplaced(contract, wanted, sameName));
    for (const one of here) {
      const problems = contentProblems(contract, wanted, one);
      diagnostics.push(...settingProblems(contract, wanted, one), ...problems.diagnostics);
      if (!proven) unproven.push(...problems.unproven);
      unknown.push(...problems.unknown);
    }
  }
  if (!proven) diagnostics.push(...given.flatMap((one) => unreadProblem(contract, one)));
  return { diagnostics, unproven, unknown };
};

const titleOf = ({ namespace, name }: { readonly namespace: unknown; readonly name: unknown }): string =>
  `ConfigMap ${nameText(namespace)}/${nameText(name)}`;

const placeOf = (contract: Contract, { name }: ContractConfigMap, path?: string) => ({
  cluster: contract.cluster,
  object: `ConfigMap/${name}`,
  ...(path === undefined ? {} : { path }),
});

const foundAt = ({ place }: GivenConfigMap): readonly string[] => (place === '' ? [] : [`found in ${place}`]);

const misplaced = (contract: Contract, wanted: ContractConfigMap, elsewhere: readonly GivenConfigMap[]): Diagnostic => {
  const namespaces = elsewhere.map(({ namespace }) => `"${nameText(namespace)}"`).join(', ');
  return diagnose(configMapMissing, {
    message:
      elsewhere.length === 0
        ? `${titleOf(wanted)} is missing`
        : `ConfigMap "${wanted.name}" is in namespace ${namespaces}, where its reader does not look`,
    at: placeOf(contract, wanted, 'metadata.namespace'),
    notes: [
      ...(wanted.readBy.length === 0
        ? []
        : [`${wanted.readBy.join(', ')} reads it in namespace "${wanted.namespace}"`]),
      ...elsewhere.flatMap(foundAt),
    ],
    fix: `let the module of cluster "${contract.cluster}" write it, or write it into namespace "${wanted.namespace}"`,
  });
};

const settingProblems = (
  contract: Contract,
  wanted: ContractConfigMap,
  given: GivenConfigMap,
): readonly Diagnostic[] => {
  const found: Diagnostic[] = [];
  const labels = fieldsOf(given.labels);
  for (const [label, value] of Object.entries(wanted.labels)) {
    if (given.labels === UNKNOWN || labels[label] === value || labels[label] === UNKNOWN) continue;
    found.push(
      diagnose(configMapLabel, {
        message: `${titleOf(wanted)} lacks the label ${label}: ${value}`,
        at: placeOf(contract, wanted, 'metadata.labels'),
        notes: foundAt(given),
        fix: `add it: labels = { "${label}" = "${value}" }`,
      }),
    );
  }
  if (given.immutable === true) {
    found.push(
      diagnose(configMapImmutable, {
        message: `${titleOf(wanted)} is immutable, so a change of its data deletes it and makes it again`,
        at: placeOf(contract, wanted, 'immutable'),
        notes: foundAt(given),
        fix: 'remove `immutable`; the next change of the data removes it from the ConfigMap',
      }),
    );
  }
  return found;
};

const nothing: InfraProblems = { diagnostics: [], unproven: [], unknown: [] };

const contentProblems = (contract: Contract, wanted: ContractConfigMap, given: GivenConfigMap): InfraProblems => {
  if (given.data === UNKNOWN) return { ...nothing, unproven: [unprovenData(contract, wanted, given)] };
  const data = fieldsOf(given.data);
  if (wanted.holds === 'vars') {
    const vars = Object.fromEntries(
      Object.entries(data).map(([key, text]) => [key, typedVar(contract.vars[key]?.schema, text)]),
    );
    return infraProblems(contractOfState(contract, wanted.from), { vars }, given.place);
  }
  const key = wanted.key ?? '';
  const text = data[key];
  if (text === UNKNOWN) return { ...nothing, unproven: [unprovenData(contract, wanted, given)] };
  const document = documentOf(contract, wanted, key, text, given);
  if (document.values === undefined) return { ...nothing, diagnostics: [document.problem] };
  return documentProblems(contract, wanted.release ?? '', document.values, given);
};

const unprovenData = (contract: Contract, wanted: ContractConfigMap, given: GivenConfigMap): Diagnostic =>
  diagnose(keysUnproven, {
    message: `the data of ${titleOf(wanted)} is unknown until apply, and its keys with it`,
    at: placeOf(contract, wanted, 'data'),
    notes: foundAt(given),
    fix: 'let the module of the contract write it, which proves its keys apart; or check again after apply',
  });

type Document =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly values: undefined; readonly problem: Diagnostic };

const documentOf = (
  contract: Contract,
  wanted: ContractConfigMap,
  key: string,
  text: unknown,
  given: GivenConfigMap,
): Document => {
  const refuse = (what: string): Document => ({
    values: undefined,
    problem: diagnose(valuesDocument, {
      message: `${titleOf(wanted)} ${what}`,
      at: placeOf(contract, wanted, printPath(['data', key])),
      notes: [`${wanted.readBy.join(', ')} reads it`, ...foundAt(given)],
      fix: `write the values as one YAML mapping under the key "${key}"`,
    }),
  });
  if (typeof text !== 'string') return refuse(`has no key "${key}"`);
  try {
    const values: unknown = parseYaml(text);
    return isObject(values) ? { values } : refuse(`holds no mapping under "${key}"`);
  } catch (error) {
    // Go's message may quote the text, so only the line is told.
    const line = error instanceof YamlError ? error.line : undefined;
    return refuse(`holds no YAML under "${key}"${line === undefined ? '' : ` (yaml: line ${line})`}`);
  }
};

/** Only this release's part of the contract is looked at. */
const documentProblems = (
  contract: Contract,
  release: string,
  values: Readonly<Record<string, unknown>>,
  given: GivenConfigMap,
): InfraProblems => {
  const own = contract.values[release];
  if (own === undefined) return nothing;
  return infraProblems({ ...contract, values: { [release]: own } }, { values: { [release]: values } }, given.place);
};

const likeOurs = new RegExp(`^(${VARS_CONFIG_MAP}|${valuesConfigMap('.*')})$`);

/** One that is named like those of a contract, and that the cluster does not read. */
export const unreadProblem = (contract: Contract, given: GivenConfigMap): readonly Diagnostic[] => {
  const { name } = given;
  if (typeof name !== 'string' || !likeOurs.test(name)) return [];
  if (contract.configMaps.some((one) => one.name === name)) return [];
  return [
    diagnose(configMapUnread, {
      message: `${titleOf(given)} is read by nothing in cluster "${contract.cluster}"`,
      at: { cluster: contract.cluster, object: `ConfigMap/${name}` },
      notes: foundAt(given),
      fix: 'take it out, or declare what should read it as infra of an addon',
    }),
  ];
};
