import { type Contract, contractOfState, statesOf } from '../../contract/index.js';
import { type Diagnostic, diagnose, sortDiagnostics, suggest } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import {
  artifactBudget,
  contractNotFound,
  contractOfOtherCluster,
  contractVersion,
  infraUnknown,
  knownAfterApply,
  stateOwes,
  unreadableArtifact,
} from '../diagnostics.js';
import { bootstrapProblems } from './bootstrap-problems.js';
import { configMapProblems, unreadProblem } from './config-map-problems.js';
import type { Given, Proof } from './given.js';
import { type InfraProblems, proofProblems } from './infra-problems.js';
import { type Artifact, parseArtifact } from './parse-artifact.js';
import { principalProblems } from './principal-problems.js';
import { type Form, formNames, readGiven } from './read-given.js';

/** What was checked, and what came of it. */
export interface ContractVerdict {
  /** What the artifact was taken for; absent where it is none of the forms. */
  readonly form?: Form;
  readonly clusters: readonly CheckedCluster[];
  readonly diagnostics: readonly Diagnostic[];
  /** Keys are unknown until apply, so the contract is kept only as far as that can be seen. */
  readonly hasUnproven?: true;
  /** Nothing was checked: it does not say of which cluster it is, and there are several. */
  readonly needsCluster?: true;
}

export interface CheckedCluster {
  readonly cluster: string;
  /** The Terraform state that was checked. @default - the main one, or all of them */
  readonly state?: string;
  /** Where its contract was found; empty for ConfigMaps of a cluster. */
  readonly place: string;
  /** Inputs whose values are known after apply: `vars.TF_DB_HOST`. */
  readonly unknown: readonly string[];
}

export interface CheckOptions {
  /** The name of the artifact, for messages. */
  readonly file: string;
  /** The only cluster to check. @default - each that the artifact names; ConfigMaps name none */
  readonly cluster?: string;
  /** The caller tells which values are known after apply. @default false - a notice lists them */
  readonly omitsUnknown?: boolean;
}

/** Checks what Terraform made, in any form, against the contracts that are known. Pure; never shows a value. */
export const verifyContract = (
  bytes: Uint8Array,
  contracts: readonly Contract[],
  options: CheckOptions,
): ContractVerdict => {
  const parsed = parseArtifact(bytes, options.file);
  return parsed.ok ? verifyArtifact(parsed.value, contracts, options) : { ...unchecked, diagnostics: [parsed.problem] };
};

/** As {@link verifyContract}, of what was read already. */
export const verifyArtifact = (
  artifact: Artifact,
  contracts: readonly Contract[],
  options: CheckOptions,
): ContractVerdict => {
  try {
    const given = readGiven(artifact.form, artifact.json);
    const tooMany = findTooMany(given, contracts, options.file);
    if (tooMany !== undefined) return { ...unchecked, form: artifact.form, diagnostics: [tooMany] };
    const found =
      given.proofs.length > 0
        ? checkProofs(given, contracts, options)
        : checkConfigMapsAlone(given, contracts, options, artifact);
    return { ...found, form: artifact.form, diagnostics: sortDiagnostics(found.diagnostics) };
  } catch (error) {
    // What V8 throws where the stack is full: the text is read without it, and what is in it is not.
    if (!(error instanceof RangeError)) throw error;
    return { ...unchecked, form: artifact.form, diagnostics: [tooDeep(options.file)] };
  }
};

/** Of contracts, and of ConfigMaps with a name of theirs: a hundred clusters in one root module have less. */
const MOST_CHECKED = 1000;

/** Each may tell as much as its contract has inputs. */
const findTooMany = (given: Given, contracts: readonly Contract[], file: string): Diagnostic | undefined => {
  const names = new Set<unknown>(contracts.flatMap(({ configMaps }) => configMaps.map(({ name }) => name)));
  const count = given.proofs.length + given.configMaps.filter(({ name }) => names.has(name)).length;
  if (count <= MOST_CHECKED) return undefined;
  return diagnose(artifactBudget, {
    message: `${file} holds ${count} contracts and ConfigMaps of contracts, more than the ${MOST_CHECKED} that are checked`,
    at: { file },
    fix: 'give less of it: a plan or the outputs of one root module, or the ConfigMaps of one cluster',
  });
};

/** Said of what fills the stack. */
export const tooDeep = (file: string): Diagnostic =>
  diagnose(unreadableArtifact, {
    message: `${file} holds a value that is nested too deep to be checked`,
    at: { file },
    fix: 'look at what is given to the module, or at what made the file: no input is nested like that',
  });

type Found = Omit<ContractVerdict, 'form'>;

const unchecked: Found = { clusters: [], diagnostics: [] };

const namesOf = (contracts: readonly Contract[]): string => contracts.map(({ cluster }) => `"${cluster}"`).join(', ');

const checkProofs = (
  given: Given,
  contracts: readonly Contract[],
  { file, cluster: only, omitsUnknown }: CheckOptions,
): Found => {
  const clusters: CheckedCluster[] = [];
  const diagnostics: Diagnostic[] = [];
  let hasUnproven = false;
  const wanted = given.proofs.filter((proof) => only === undefined || proof.cluster === only);
  if (wanted.length === 0 && only !== undefined) {
    const others = [...new Set(given.proofs.map(({ cluster }) => cluster))];
    diagnostics.push(otherCluster(file, others, `"${only}"`));
  }
  for (const proof of wanted) {
    const contract = contracts.find(({ cluster }) => cluster === proof.cluster);
    const version = contract === undefined ? undefined : versionProblem(contract, proof);
    if (version !== undefined) diagnostics.push(version);
    else if (contract === undefined) diagnostics.push(otherCluster(file, [proof.cluster], namesOf(contracts)));
    else {
      const { state } = proof;
      const unknownState = stateProblem(contract, proof);
      if (unknownState !== undefined) {
        diagnostics.push(unknownState);
        continue;
      }
      const part = contractOfState(contract, state);
      const ofModule = given.configMaps.filter(({ module }) => module === proof.module);
      const problems = [proofProblems(part, proof), configMapProblems(part, ofModule, { proven: true })];
      diagnostics.push(...askedOfOthers(contract, told(part, problems, omitsUnknown)));
      diagnostics.push(...principalProblems(part, proof, given.identities ?? []));
      if (problems.some(isUnproven)) hasUnproven = true;
      clusters.push({
        cluster: contract.cluster,
        ...(state === undefined ? {} : { state }),
        place: proof.place,
        unknown: unknownOf(problems),
      });
    }
  }
  const [contract, another] = contracts.filter((one) => clusters.some(({ cluster }) => cluster === one.cluster));
  // What is beside the modules of several clusters may be for any of them, and that of other clusters for those.
  if (contract !== undefined && another === undefined && wanted.length === given.proofs.length) {
    const beside = given.configMaps.filter(({ module }) => wanted.every((proof) => proof.module !== module));
    diagnostics.push(...beside.flatMap((one) => unreadProblem(contract, one)));
  }
  return { clusters, diagnostics, ...(hasUnproven ? { hasUnproven } : {}) };
};

/** A state of which the contract asks nothing. */
const stateProblem = (contract: Contract, { state, place }: Proof): Diagnostic | undefined =>
  state === undefined || statesOf(contract).includes(state)
    ? undefined
    : diagnose(stateOwes, {
        message: `the module behind ${place} is of the Terraform state "${state}", of which cluster "${contract.cluster}" asks nothing`,
        at: { cluster: contract.cluster },
        severity: 'error',
        fix: `take the module out of that state; ${suggest(state, statesOf(contract))}`,
      });

/** A key that is unknown to one state may be asked of another. */
const askedOfOthers = (contract: Contract, problems: readonly Diagnostic[]): readonly Diagnostic[] =>
  problems.map((problem) => {
    const [, channel, key = ''] = /^(vars|values|secrets)\.([^.[]+)$/.exec(problem.at.path ?? '') ?? [];
    if (problem.code !== infraUnknown.code || channel === undefined) return problem;
    const there = contract[channel as 'vars' | 'values' | 'secrets'];
    if (!Object.hasOwn(there, key)) return problem;
    return {
      ...problem,
      message: `${problem.message.replace(/ is not in .*/, '')} is asked of ${stateTitle(there[key]!.from)}, and not of this state`,
      fix: 'remove it here, and let the other state give it',
    };
  });

const stateTitle = (state: string | undefined): string =>
  state === undefined ? 'the main Terraform state' : `the Terraform state "${state}"`;

/**
 * The states of checked clusters that nothing was given of, and what each owes.
 *
 * @param checked what the given artifacts were of
 */
export const statesOwing = (
  contracts: readonly Contract[],
  checked: readonly CheckedCluster[],
): readonly Diagnostic[] =>
  contracts.flatMap((contract) => {
    const states = statesOf(contract);
    // ConfigMaps of a cluster have no place, and are those of all states.
    const own = checked.filter(({ cluster }) => cluster === contract.cluster);
    if (states.length === 0 || own.length === 0 || own.some(({ place }) => place === '')) return [];
    const given = new Set(own.map(({ state }) => state));
    return [undefined, ...states].flatMap((state) => {
      if (given.has(state)) return [];
      const { vars, values, secrets } = contractOfState(contract, state);
      const owed = [
        ...Object.keys(vars).map((key) => `vars.${key}`),
        ...Object.keys(values).map((key) => `values.${key}`),
        ...Object.keys(secrets).map((key) => `secrets.${key}`),
      ];
      if (owed.length === 0) return [];
      return diagnose(stateOwes, {
        message: `${stateTitle(state)} owes ${owed.join(', ')}, and nothing of it was given`,
        at: { cluster: contract.cluster },
        fix: 'give its plan, too: fluxspan contract check main.json network.json',
      });
    });
  });

const isUnproven = ({ unproven }: InfraProblems): boolean => unproven.length > 0;

const told = (contract: Contract, problems: readonly InfraProblems[], omitsUnknown = false): readonly Diagnostic[] => [
  ...problems.flatMap(({ diagnostics, unproven }) => [...diagnostics, ...unproven]),
  ...(omitsUnknown ? [] : unknownValues(contract, problems)),
];

const unknownOf = (problems: readonly InfraProblems[]): readonly string[] => [
  ...new Set(problems.flatMap(({ unknown }) => unknown)),
];

const unknownValues = ({ cluster }: Contract, problems: readonly InfraProblems[]): readonly Diagnostic[] => {
  const unknown = unknownOf(problems);
  if (unknown.length === 0) return [];
  return [
    diagnose(knownAfterApply, {
      message: `${unknown.length} ${unknown.length === 1 ? 'value is' : 'values are'} known after apply: ${unknown.join(', ')}`,
      at: { cluster },
      fix: 'none is needed: the keys are proven, and Terraform checks the values when it applies',
    }),
  ];
};

const versionProblem = (contract: Contract, proof: Proof): Diagnostic | undefined =>
  proof.contract === contract.contract
    ? undefined
    : diagnose(contractVersion, {
        message: `the module behind ${proof.place} is of contract version "${versionText(proof.contract)}", and this fluxspan reads ${contract.contract}`,
        at: { cluster: contract.cluster },
        fix: 'use the fluxspan that wrote the module, or write the module again: fluxspan synth',
      });

const versionText = (version: unknown): string =>
  typeof version === 'number' ? `${version}` : typeof version === 'string' ? version : '(no version)';

const otherCluster = (file: string, found: readonly string[], wanted: string): Diagnostic =>
  diagnose(contractOfOtherCluster, {
    message: `${file} is of cluster ${found.map((one) => `"${one}"`).join(', ')}, not of ${wanted}`,
    at: { file },
    fix: 'give what Terraform made for this cluster, or the contract of the other one',
  });

/** A platform that does not use the module: its ConfigMaps are all that can be seen. */
const checkConfigMapsAlone = (
  given: Given,
  contracts: readonly Contract[],
  { file, cluster: only, omitsUnknown }: CheckOptions,
  { form, json }: Artifact,
): Found => {
  const candidates = contracts.filter(({ cluster }) => only === undefined || cluster === only);
  const contract = candidates.length === 1 ? candidates[0] : undefined;
  // Every namespace has a ConfigMap of Kubernetes' own: a list without any is one of Secrets.
  const isSecrets =
    form === 'secrets' ||
    (form === 'config-maps' && given.configMaps.length === 0 && contract?.bootstrap !== undefined);
  const named = (contract?.configMaps ?? []).some(({ name }) => given.configMaps.some((one) => one.name === name));
  if (form !== 'config-maps' && !isSecrets && (contract === undefined || !named)) {
    return { ...unchecked, diagnostics: [notFound(given, file, form, json)] };
  }
  if (contract === undefined) {
    if (candidates.length > 1) return { ...unchecked, needsCluster: true };
    const names = contracts.map((one) => one.cluster);
    const fix =
      only === undefined ? 'add a cluster to the app, or give a contract: --contract FILE' : suggest(only, names);
    const message = only === undefined ? 'the app has no cluster' : `there is no contract of cluster "${only}"`;
    return { ...unchecked, diagnostics: [diagnose(contractOfOtherCluster, { message, at: { file }, fix })] };
  }
  // A list of Secrets alone says nothing of ConfigMaps.
  const problems =
    isSecrets && given.configMaps.length === 0
      ? []
      : [configMapProblems(contract, given.configMaps, { proven: false })];
  return {
    clusters: [{ cluster: contract.cluster, place: '', unknown: unknownOf(problems) }],
    diagnostics: [
      ...told(contract, problems, omitsUnknown),
      ...(isSecrets ? bootstrapProblems(contract, given.secrets ?? []) : []),
    ],
    ...(problems.some(isUnproven) ? { hasUnproven: true } : {}),
  };
};

const notFound = (given: Given, file: string, form: Form, json: unknown): Diagnostic => {
  const [destroyed] = given.destroyed;
  const plan = fieldsOf(json);
  const failed = plan['errored'] === true;
  return diagnose(contractNotFound, {
    message:
      destroyed !== undefined
        ? `${file} destroys ${destroyed}, and with it what the cluster reads`
        : `${file} is ${formNames[form]}, and holds nothing of a contract`,
    at: { file },
    notes: failed
      ? ['the plan failed, so it may be incomplete']
      : // https://developer.hashicorp.com/terraform/internals/json-format#plan-representation
        plan['complete'] === false
        ? ['the plan is of a part only: with -target, or with changes put off']
        : [],
    fix:
      form === 'output'
        ? 'hand the module\'s output on in the root module: output "flux_contract" { value = module.flux_contract.contract }'
        : 'call the module of the cluster in the root module, as the README.md beside its contract.json says',
  });
};
