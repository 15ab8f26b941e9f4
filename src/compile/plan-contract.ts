import { varExpression } from '../addon/build-addon.js';
import {
  type Contract,
  type ContractConfigMap,
  type ContractProperty,
  type ContractSecret,
  type ContractValues,
  type ContractVar,
  FLUX_NAMESPACE,
  findPatternProblem,
  type Reader,
  VALUES_KEY,
  valuesConfigMap,
  varsConfigMapOf,
  WATCH_LABEL,
} from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import type { BuiltAddon, BuiltCluster } from './built-cluster.js';
import { varConflict } from './diagnostics.js';
import type { Reads } from './find-reads.js';
import { findSecretConflict, mergeProperty, mergeVar, settleExamples } from './merge-inputs.js';
import { namespaceOfRelease } from './plan-namespaces.js';

const sorted = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries([...map.entries()].sort(([a], [b]) => compareText(a, b)));

const sortReaders = (readers: readonly Reader[] | undefined): readonly Reader[] =>
  [...(readers ?? [])].sort(
    (a, b) =>
      compareText(a.addon, b.addon) ||
      compareText(a.object ?? '', b.object ?? '') ||
      compareText(a.path ?? '', b.path ?? ''),
  );

type DeclaredAddon = Pick<BuiltAddon, 'name' | 'instance' | 'inputs' | 'objects' | 'kustomizationNamespace'>;

/** What a contract is made from. */
interface DeclaredCluster extends Pick<BuiltCluster, 'namespaces'> {
  readonly addons: readonly DeclaredAddon[];
}

/** Everything that Terraform must supply for a cluster, from what its addons declare and its objects read. */
export const planContract = (
  cluster: AnyFluxCluster,
  built: DeclaredCluster,
  reads: Reads,
  report: (problem: Diagnostic) => void,
): Contract => {
  const vars = new Map<string, ContractVar>();
  const values = new Map<string, ContractValues>();
  const secrets = new Map<string, ContractSecret>();
  const reportHere = (problem: Diagnostic) => report({ ...problem, at: { cluster: cluster.name, ...problem.at } });
  for (const addon of [...built.addons].sort((a, b) => compareText(a.name, b.name))) {
    for (const [name, input] of addon.inputs.vars) {
      const before = vars.get(name);
      const declared: ContractVar = {
        schema: input.schema,
        required: !input.optional,
        ...fromOf(input),
        declaredBy: [addon.name],
        readBy: sortReaders(reads.vars.get(name)),
      };
      vars.set(name, before === undefined ? declared : mergeVar(name, before, declared, reportHere));
    }
    for (const [release, input] of addon.inputs.values) {
      values.set(release, {
        addon: addon.name,
        namespace: namespaceOfRelease(addon, release) ?? '',
        configMap: valuesConfigMap(release),
        key: VALUES_KEY,
        schema: input.schema,
        ...fromOf(input),
        readBy: sortReaders(reads.values.get(release)),
      });
    }
    addSecrets(addon, reads, secrets, reportHere);
  }
  for (const [name, one] of vars) {
    if (one.declaredBy.length < 2) continue;
    const schema = settleExamples(one.schema);
    if (schema !== undefined) vars.set(name, { ...one, schema });
    else
      reportHere(
        diagnose(varConflict, {
          message: `no example of the var '${name}' fits what all of ${one.declaredBy.map((by) => `"${by}"`).join(', ')} declare`,
          at: { addon: one.declaredBy[0]!, path: `infra.vars.${name}` },
          fix: "give an example that fits all: .meta({ examples: ['…'] })",
        }),
      );
  }
  const contract: Contract = {
    contract: 1,
    cluster: cluster.name,
    vars: sorted(vars),
    values: sorted(values),
    secrets: sorted(secrets),
    configMaps: configMaps(cluster, built, vars, values),
    namespaces: built.namespaces,
  };
  const tooManyParts = findPatternProblem({ ...contract });
  if (tooManyParts !== undefined) reportHere(tooManyParts);
  return contract;
};

const fromOf = ({ from }: { readonly from?: string }): { readonly from?: string } =>
  from === undefined ? {} : { from };

const addSecrets = (
  addon: DeclaredAddon,
  reads: Reads,
  secrets: Map<string, ContractSecret>,
  report: (problem: Diagnostic) => void,
): void => {
  for (const [name, secret] of Object.entries(addon.instance.definition.infra?.secrets ?? {})) {
    const keyInput = addon.inputs.vars.get(secret.key);
    const read = keyInput === undefined ? undefined : reads.secrets.get(varExpression(secret.key, keyInput.schema));
    const before = secrets.get(name);
    const managedBy = secret.managedBy ?? 'terraform';
    if (before !== undefined) {
      const conflict = findSecretConflict(name, before, { key: secret.key, managedBy }, addon.name);
      if (conflict !== undefined) report(conflict);
    }
    const properties = new Map<string, ContractProperty>(Object.entries(before?.properties ?? {}));
    for (const [property, input] of addon.inputs.secrets.get(name) ?? []) {
      const declared: ContractProperty = { schema: input.schema, readBy: sortReaders(read?.get(property)) };
      const there = properties.get(property);
      properties.set(
        property,
        there === undefined ? declared : mergeProperty(`${name}.${property}`, there, declared, addon.name, report),
      );
    }
    secrets.set(name, {
      key: secret.key,
      managedBy,
      ...fromOf(before ?? secret),
      properties: sorted(properties),
      declaredBy: [...(before?.declaredBy ?? []), addon.name],
      readBy: sortReaders([...(before?.readBy ?? []), ...(before === undefined ? (read?.get('') ?? []) : [])]),
    });
  }
};

const configMaps = (
  { varsConfigMap, varsNamespaces }: AnyFluxCluster,
  built: DeclaredCluster,
  vars: ReadonlyMap<string, ContractVar>,
  values: ReadonlyMap<string, ContractValues>,
): readonly ContractConfigMap[] => {
  const all: ContractConfigMap[] = [];
  for (const state of new Set([...vars.values()].map(({ from }) => from))) {
    const readers = built.addons.filter(({ inputs }) => [...inputs.vars.values()].some(({ from }) => from === state));
    for (const namespace of [FLUX_NAMESPACE, ...varsNamespaces]) {
      all.push({
        namespace,
        name: varsConfigMapOf(varsConfigMap, state),
        ...fromOf(state === undefined ? {} : { from: state }),
        holds: 'vars',
        labels: WATCH_LABEL,
        readBy: readers
          .filter((addon) => addon.kustomizationNamespace === namespace)
          .map((addon) => `Kustomization/${addon.name}`)
          .sort(),
      });
    }
  }
  for (const [release, one] of values) {
    all.push({
      namespace: one.namespace,
      name: one.configMap,
      ...fromOf(one),
      holds: 'values',
      release,
      key: VALUES_KEY,
      labels: WATCH_LABEL,
      readBy: one.readBy.map((reader) => reader.object ?? reader.addon),
    });
  }
  return all.sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
};
