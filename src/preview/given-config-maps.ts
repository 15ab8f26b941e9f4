import { type ConfigMapInfra, planConfigMaps } from '../compile/plan-config-maps.js';
import { type Contract, contractOfState, statesOf } from '../contract/index.js';
import { type Diagnostic, diagnose, failure, type Result, success } from '../diagnostics/index.js';
import { textFieldsOf } from '../json/as-shape.js';
import { holdsMoreThan } from '../json/holds-more-than.js';
import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';
import { contractOfOtherCluster } from '../terraform/diagnostics.js';
import { exampleInfra } from '../terraform/example-infra.js';
import { planOutputObjects } from '../terraform/output-objects.js';
import { UNKNOWN } from '../terraform/read/unknown.js';
import { tooDeep, verifyArtifact } from '../terraform/verify/check-contract.js';
import type { Proof } from '../terraform/verify/given.js';
import { infraProblems, proofProblems } from '../terraform/verify/infra-problems.js';
import { parseArtifact } from '../terraform/verify/parse-artifact.js';
import { MOST_KEPT_VALUES } from '../terraform/verify/prune-artifact.js';
import { readGiven } from '../terraform/verify/read-given.js';

/** A ConfigMap that Terraform writes, or a ConfigMap or Secret of another producer, with what is in it. */
export interface GivenConfigMap {
  /** @default 'ConfigMap' */
  readonly kind?: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

/** `ConfigMap flux-system/cluster-vars-terraform`. */
export const titleOfGiven = ({ kind = 'ConfigMap', namespace, name }: Omit<GivenConfigMap, 'data'>): string =>
  `${kind} ${namespace}/${name}`;

/**
 * An object of the tree with the keys that a producer adds to it: the tree has the object empty for a FieldExport, and Flux
 * leaves keys of others alone.
 *
 * @param there what is in the cluster, by {@link titleOfGiven}
 */
export const withOtherKeys = <T extends GivenConfigMap>(made: T, there: ReadonlyMap<string, GivenConfigMap>): T => {
  const others = there.get(titleOfGiven(made));
  return others === undefined ? made : { ...made, data: { ...others.data, ...made.data } };
};

/** What Terraform and other producers give a cluster. */
export interface GivenInfra {
  readonly configMaps: readonly GivenConfigMap[];
  /** In words: `the contract's examples`, or the name of a file. */
  readonly origin: string;
  /** Paths of what is known after apply, for which the example stands: `vars.TF_DB_HOST`. */
  readonly unknown: readonly string[];
  /** Objects whose values are examples, since only the cluster has them: `Secret flux-system/queue-outputs`. */
  readonly examples: readonly string[];
  /** Where the values break the contract, as `contract check` says it. */
  readonly problems: readonly Diagnostic[];
}

const asGiven = (contract: Contract, infra: ConfigMapInfra): readonly GivenConfigMap[] =>
  planConfigMaps(contract, infra).map(({ metadata, data }) => ({
    namespace: metadata.namespace,
    name: metadata.name,
    data,
  }));

/** What other producers write, by the contract's examples. */
const exampleOutputs = (contract: Contract, there: readonly GivenConfigMap[] = []): readonly GivenConfigMap[] => {
  const given = new Set(there.map(titleOfGiven));
  return planOutputObjects(contract).filter((one) => !given.has(titleOfGiven(one)));
};

/** Adds what other producers write, unless it is given. */
const withOutputs = (contract: Contract, infra: Omit<GivenInfra, 'examples'>): GivenInfra => {
  const outputs = exampleOutputs(contract, infra.configMaps);
  return { ...infra, configMaps: [...infra.configMaps, ...outputs], examples: outputs.map(titleOfGiven) };
};

/** What the contract's own examples come to. */
export const exampleConfigMaps = (contract: Contract): GivenInfra => ({
  configMaps: [...asGiven(contract, exampleInfra(contract)), ...exampleOutputs(contract)],
  examples: [],
  origin: 'example of the contract',
  unknown: [],
  problems: [],
});

/**
 * Reads a plan, a state, outputs or ConfigMaps, as `contract check` does, or an infra as `InfraOf` has it. What breaks
 * the contract is told, and given on: what is missing is missing, as in the cluster.
 *
 * @param file its name for messages
 */
export const parseGivenInfra = (bytes: Uint8Array, file: string, contract: Contract): Result<GivenInfra> => {
  const own = tryParseInfra(bytes);
  if (own !== undefined) {
    const problems = tryCheckInfra(contract, own, file);
    if (problems === undefined) return failure(tooDeep(file));
    return success(withOutputs(contract, { configMaps: asGiven(contract, own), origin: file, unknown: [], problems }));
  }
  const artifact = parseArtifact(bytes, file);
  if (!artifact.ok) return artifact;
  const { proofs, configMaps } = readGiven(artifact.value.form, artifact.value.json);
  // What is known after apply is told with the example that stands for it.
  const options = { file, cluster: contract.cluster, omitsUnknown: true };
  const problems = verifyArtifact(artifact.value, [contract], options).diagnostics;
  const ofCluster = proofs.filter((one) => one.cluster === contract.cluster);
  if (ofCluster.length > 0) {
    const examples = exampleInfra(contract);
    const unknown: string[] = [];
    const infra = {
      vars: fillUnknown(partsOf(contract, ofCluster, 'vars'), examples.vars, 'vars', unknown) as ConfigMapInfra['vars'],
      values: fillUnknown(
        partsOf(contract, ofCluster, 'values'),
        examples.values,
        'values',
        unknown,
      ) as ConfigMapInfra['values'],
    };
    return success(withOutputs(contract, { configMaps: asGiven(contract, infra), origin: file, unknown, problems }));
  }
  if (proofs.length > 0) {
    const clusters = [...new Set(proofs.map((one) => `"${String(one.cluster)}"`))].join(', ');
    return failure(
      diagnose(contractOfOtherCluster, {
        message: `${file} is of cluster ${clusters}, not of "${contract.cluster}"`,
        at: { file },
        fix: 'give what Terraform made for this cluster',
      }),
    );
  }
  return success(
    withOutputs(contract, {
      configMaps: configMaps.flatMap(({ namespace, name, data }) =>
        typeof namespace === 'string' && typeof name === 'string'
          ? [{ namespace, name, data: textFieldsOf(data) }]
          : [],
      ),
      origin: file,
      unknown: [],
      problems,
    }),
  );
};

/** What the states of a file give together; what other states owe isn't known yet. */
const partsOf = (contract: Contract, proofs: readonly Proof[], channel: 'vars' | 'values'): unknown => {
  const given = proofs.map((one) => one[channel]);
  const states = statesOf(contract);
  if (states.length === 0) return given[0];
  const owed = [undefined, ...states]
    .filter((state) => !proofs.some((one) => one.state === state))
    .flatMap((state) => Object.keys(contractOfState(contract, state)[channel]));
  return Object.assign({}, ...given.filter(isObject), Object.fromEntries(owed.map((key) => [key, UNKNOWN]))) as unknown;
};

/** Undefined where a value is nested too deep to be looked at. */
const tryCheckInfra = (contract: Contract, infra: OwnInfra, file: string): readonly Diagnostic[] | undefined => {
  const { vars, values, secrets } = infra;
  const { cluster, contract: version } = contract;
  const proof = { place: file, module: '', contract: version, cluster, vars, values, secrets };
  try {
    const found =
      secrets === undefined ? infraProblems(contract, { vars, values }, file) : proofProblems(contract, proof);
    return [...found.diagnostics, ...found.unproven];
  } catch (error) {
    // What V8 throws where the stack is full.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

type OwnInfra = ConfigMapInfra & { readonly secrets?: unknown };

/** Larger than any contract asks for. */
const MOST_INFRA_MEGABYTES = 16;

/** An infra as `defineInfra` takes it: `vars` and `values`, and nothing that is not an infra's. */
const tryParseInfra = (bytes: Uint8Array): OwnInfra | undefined => {
  if (bytes.length > MOST_INFRA_MEGABYTES * 2 ** 20) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
  if (!isObject(json) || holdsMoreThan(json, MOST_KEPT_VALUES)) return undefined;
  const { vars = {}, values = {}, secrets, ...others } = json;
  const isInfra = 'vars' in json || 'values' in json;
  if (!isInfra || Object.keys(others).length > 0 || !isObject(vars) || !isObject(values) || !isObject(secrets ?? {})) {
    return undefined;
  }
  return { vars, values, ...(secrets === undefined ? {} : { secrets }) };
};

/** The value, with examples in the places that only an apply will fill. */
const fillUnknown = (value: unknown, example: unknown, path: string, unknown: string[]): unknown => {
  if (value === UNKNOWN) {
    unknown.push(path);
    return example;
  }
  if (Array.isArray(value)) {
    const first = Array.isArray(example) ? (example as readonly unknown[])[0] : undefined;
    return value.map((item, index) => fillUnknown(item, first, joinPath(path, index), unknown));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      fillUnknown(
        member,
        isObject(example) && Object.hasOwn(example, key) ? example[key] : undefined,
        joinPath(path, key),
        unknown,
      ),
    ]),
  );
};
