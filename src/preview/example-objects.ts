import type { CompiledAddon, CompiledCluster } from '../compile/compiled-cluster.js';
import { exampleOf, FLUX_NAMESPACE, VALUES_KEY } from '../contract/index.js';
import { fieldsOf, objectsOf } from '../json/as-shape.js';
import { SubstitutionError, variablesOf } from '../substitution/index.js';
import { dataOf } from './compose-release.js';
import { type GivenConfigMap, type GivenInfra, titleOfGiven } from './given-config-maps.js';

/**
 * Adds what the cluster has from elsewhere, with examples: ConfigMaps and Secrets that a Kustomization or release reads,
 * and that neither the contract nor the tree has.
 */
export const withExampleObjects = (compiled: CompiledCluster, infra: GivenInfra): GivenInfra => {
  const there = new Map(infra.configMaps.map((one) => [titleOfGiven(one), one]));
  const ofContract = new Set(
    compiled.contract.configMaps.map((one) => titleOfGiven({ namespace: one.namespace, name: one.name })),
  );
  const inTree = new Set(
    compiled.addons.flatMap(({ objects }) =>
      objects.flatMap(({ json }) => {
        const data = dataOf(json);
        return data === undefined ? [] : [titleOfGiven(data)];
      }),
    ),
  );
  const made = new Map<string, Example>();
  const exampleFor = (kind: string, namespace: string, name: string): Example | undefined => {
    if (kind !== 'ConfigMap' && kind !== 'Secret') return undefined;
    const title = titleOfGiven({ kind, namespace, name });
    // What Terraform doesn't give is missing, as in the cluster.
    if (there.has(title) || ofContract.has(title)) return undefined;
    const example = made.get(title) ?? { kind, namespace, name, data: {} };
    made.set(title, example);
    return example;
  };
  for (const addon of compiled.addons) {
    addVars(addon, exampleFor);
    for (const { kind, json, namespace = FLUX_NAMESPACE } of addon.objects) {
      if (kind !== 'HelmRelease') continue;
      for (const reference of objectsOf(fieldsOf(json['spec'])['valuesFrom'])) {
        if (reference['optional'] === true) continue;
        const title = { kind: String(reference['kind']), namespace, name: String(reference['name']) };
        if (inTree.has(titleOfGiven(title as never))) continue;
        const example = exampleFor(title.kind, title.namespace, title.name);
        const key = String(reference['valuesKey'] ?? VALUES_KEY);
        // Without a path, it is a document.
        if (example !== undefined) example.data[key] ??= reference['targetPath'] === undefined ? '{}' : 'example';
      }
    }
  }
  const added = [...made].filter(([title]) => !inTree.has(title)).map(([, one]) => one);
  return {
    ...infra,
    configMaps: [...infra.configMaps, ...added],
    examples: [...infra.examples, ...added.map(titleOfGiven)].sort(),
  };
};

interface Example extends GivenConfigMap {
  readonly data: Record<string, string>;
}

type ExampleFor = (kind: string, namespace: string, name: string) => Example | undefined;

/** The vars of each source, as they are listed; of one that lists none, those that texts read and that nothing else has. */
const addVars = ({ built, entry, objects }: CompiledAddon, exampleFor: ExampleFor): void => {
  const own = entry.find(({ kind }) => kind === 'Kustomization');
  const written = fieldsOf(fieldsOf(own?.json['spec'])['postBuild'])['substituteFrom'];
  const listed = objectsOf(fieldsOf(built.settings['postBuild'])['substituteFrom']);
  for (const { kind, name, optional } of objectsOf(written)) {
    if (optional === true) continue;
    const example = exampleFor(String(kind), built.kustomizationNamespace, String(name));
    if (example === undefined) continue;
    const vars = listed.find((one) => one['kind'] === kind && one['name'] === name)?.['vars'];
    const names =
      vars === undefined
        ? openNames(built.known.vars, objects)
        : Array.isArray(vars)
          ? vars
          : Object.keys(fieldsOf(vars));
    for (const one of names.map(String))
      example.data[one] ??= String(exampleOf(built.known.vars.get(one)?.schema ?? {}));
  }
};

const openNames = (known: ReadonlyMap<string, unknown>, objects: CompiledAddon['objects']): readonly string[] => [
  ...new Set(
    objects.flatMap(({ sites }) =>
      sites.flatMap(({ template }) =>
        template instanceof SubstitutionError
          ? []
          : variablesOf(template).flatMap(({ name, exempt }) => (known.has(name) || exempt ? [] : [name])),
      ),
    ),
  ),
];
