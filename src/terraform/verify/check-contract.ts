import type { Contract } from '../../contract/index.js';
import { type Diagnostic, diagnose, sortDiagnostics, suggest } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import {
  artifactBudget,
  contractNotFound,
  contractOfOtherCluster,
  contractVersion,
  knownAfterApply,
  unreadableArtifact,
} from '../diagnostics.js';
import { configMapProblems, unreadProblem } from './config-map-problems.js';
import type { Given, Proof } from './given.js';
import { type InfraProblems, proofProblems } from './infra-problems.js';
import { type Artifact, parseArtifact } from './parse-artifact.js';
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
      const ofModule = given.configMaps.filter(({ module }) => module === proof.module);
      const problems = [proofProblems(contract, proof), configMapProblems(contract, ofModule, { proven: true })];
      diagnostics.push(...told(contract, problems, omitsUnknown));
      if (problems.some(isUnproven)) hasUnproven = true;
      clusters.push({ cluster: contract.cluster, place: proof.place, unknown: unknownOf(problems) });
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
  const named = (contract?.configMaps ?? []).some(({ name }) => given.configMaps.some((one) => one.name === name));
  if (form !== 'config-maps' && (contract === undefined || !named)) {
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
  const problems = [configMapProblems(contract, given.configMaps, { proven: false })];
  return {
    clusters: [{ cluster: contract.cluster, place: '', unknown: unknownOf(problems) }],
    diagnostics: told(contract, problems, omitsUnknown),
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
