import { readUses } from '../../addon/uses.js';
import { type ContractOutput, WATCH_LABEL } from '../../contract/index.js';
import type { AnyFluxCluster } from '../../declared/declared-cluster.js';
import { defineDiagnostic, diagnose, type Place } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { parsePath, valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { DataSource } from '../context/data-sources.js';
import { varsElsewhere } from '../context/vars-elsewhere.js';
import { isKustomization } from '../patches/find-patches.js';
import { placeOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { isTwin } from '../references/is-twin.js';
import { defineRule, isEntry, placeIn, type Report, type StateObject, type Unit } from '../rule.js';

export const notWatched = defineDiagnostic({
  code: 'FX609',
  name: 'not-watched',
  severity: 'warning',
  summary:
    'A ConfigMap or Secret that Flux reads lacks the watch label, so Flux picks up changes only at the next interval.',
  page: {
    example: "labels: { 'reconcile.fluxcd.io/watch': 'enabled' }",
    right: "labels: { 'reconcile.fluxcd.io/watch': 'Enabled' }",
  },
  exceptable: true,
});

export const valueSource = defineDiagnostic({
  code: 'FX610',
  name: 'value-source',
  severity: 'error',
  summary: 'A release or Kustomization reads a ConfigMap, Secret or key that nothing writes in its namespace.',
  missesObject: true,
  page: {
    example: 'valuesFrom: [{ kind: "ConfigMap", name: "more" }]   // and no such ConfigMap in the release\'s namespace',
    flux: "could not resolve ConfigMap chart values reference 'web/more' with key 'values.yaml': configmaps \"more\" not found",
    right: 'new ConfigMap(scope, "more", { name: "more", data: { "values.yaml": "…" } })',
  },
  exceptable: true,
});

const valuesMapping = defineDiagnostic({
  code: 'FX621',
  name: 'values-mapping',
  severity: 'error',
  summary: 'A document of values is not a YAML mapping, so the release fails.',
  page: {
    example: 'data: { "values.yaml": "- a" }',
    flux: 'cannot unmarshal array into Go value of type common.Values',
    right: 'data: { "values.yaml": "a: 1" }',
  },
  exceptable: true,
});

/** Every source of values or vars exists where the release or Kustomization looks for it, and Flux watches it. */
export const valueSourceRule = defineRule(
  [notWatched, valueSource, valuesMapping],
  ({ declared }, report, { index, dataSources, references }) => {
    const unwatched = new Set<StateObject>();
    for (const reference of references.all) {
      if (reference.row.isValues !== true) continue;
      const { object: reader, kind, name, namespace = '', parts, isOptional } = reference;
      const at = placeOf(reference);
      const all = dataSources.get(`${kind}/${name}`) ?? [];
      const source = all.find((one) => one.namespace === namespace) ?? all.find((one) => one.namespace === '');
      if (source === undefined) {
        // It may be part of an addon whose code failed.
        const unit = index.unitOf.get(reader.unit);
        if (isOptional || unit?.isPartial === true || holdsExpression(name) || references.isKnown(reference)) continue;
        // Another rule reports a name without its hash.
        if (references.hashed(reference) !== undefined) continue;
        // The rule about the contract's vars reports this in more detail.
        const isOfUnit = isEntry(index, reader);
        if (isOfUnit && declared !== undefined && isOfContract(name, declared.cluster, unit)) continue;
        // As does the rule about the outputs of other addons, FX762.
        if (isOfUnit && isOutput({ kind, name, namespace }, declared?.contract.outputs ?? [], unit)) continue;
        const hashed = references.hashedElsewhere(reference);
        const elsewhere = all[0] ?? hashed;
        const near = references.targets
          .ofKind('', kind)
          .find((one) => one.namespace === namespace && isTwin(one.name, name));
        // Without declarations, an object without a similar name may be created by hand.
        if (declared === undefined && elsewhere === undefined && near === undefined) continue;
        // A Kustomization that the user writes usually reads what others create, such as a ConfigMap from Terraform.
        const isLikely =
          // One that kustomize generates, and that nothing reads, is the one that is missing here.
          (declared === undefined && hashed === undefined) ||
          (!isOfUnit && isKustomization(reader) && elsewhere === undefined && near === undefined);
        report(
          diagnose(valueSource, {
            message: `${reader.title} reads ${kind} "${name}" in namespace "${namespace}", which nothing writes`,
            at,
            ...(isLikely ? { severity: 'warning' } : {}),
            notes:
              elsewhere === undefined
                ? []
                : [
                    hashed === undefined
                      ? `there is one in namespace "${elsewhere.namespace}", and Flux reads its own namespace alone`
                      : `kustomize generates "${hashed.name}" in namespace "${hashed.namespace}", which nothing reads`,
                  ],
            fix:
              elsewhere === undefined
                ? declared === undefined
                  ? `did you mean "${near!.name}"? else make it, or set optional: true`
                  : isKustomization(reader) && !isOfUnit
                    ? `${near === undefined ? 'make it' : `did you mean "${near.name}"? else make it`}, set optional: true, or list it if it is there already: external: [{ kind: '${kind}', namespace: '${namespace}', name: '${name}' }] on the cluster`
                    : `declare the values in \`infra.values\`, make the object in \`build\`, set optional: true, or list it if it is there already: external: [{ kind: '${kind}', namespace: '${namespace}', name: '${name}' }] on the cluster`
                : `make it in namespace "${namespace}"`,
          }),
        );
        continue;
      }
      for (const { value } of parts) {
        const key = String(value);
        if (source.data !== undefined && !Object.hasOwn(source.data, key)) {
          if (isOptional) continue;
          const keys = Object.keys(source.data);
          report(
            diagnose(valueSource, {
              message: `${kind} "${name}" has no key "${key}", which ${reader.title} reads`,
              at,
              fix: keys.length === 0 ? 'give it one' : `it has ${keys.map((one) => `"${one}"`).join(', ')}`,
            }),
          );
        } else if (!isText(reference)) checkDocument(source, key, at, report);
      }
      if (source.object !== undefined && !isWatched(source.object)) unwatched.add(source.object);
    }
    for (const object of unwatched) {
      report(
        diagnose(notWatched, {
          message: `${object.title} is read by Flux and has no label reconcile.fluxcd.io/watch: Enabled, so its changes wait for the next interval`,
          at: placeIn(object, 'metadata.labels'),
          fix: "give it labels: { 'reconcile.fluxcd.io/watch': 'Enabled' }; capitals count",
        }),
      );
    }
  },
);

/** Whether an addon reads the contract's vars from a namespace that doesn't get them. */
const isOfContract = (name: string, cluster: AnyFluxCluster, unit: Unit | undefined): boolean =>
  unit?.declared !== undefined && name === cluster.varsConfigMap && varsElsewhere(cluster, unit.declared.built);

/** Whether it's an output that an addon uses, and that is in another namespace. */
const isOutput = (
  { kind, name, namespace }: Pick<FoundReference, 'kind' | 'name' | 'namespace'>,
  outputs: readonly ContractOutput[],
  unit: Unit | undefined,
): boolean =>
  unit?.declared !== undefined &&
  readUses(unit.declared.built.instance.definition).some(
    ({ asValues, producer, home }) =>
      !asValues &&
      home !== namespace &&
      outputs.some((one) => one.addon === producer && one.kind === kind && one.name === name),
  );

/** Whether the value goes unchanged to one path of the values. */
const isText = ({ object, path }: FoundReference): boolean =>
  valueAt(object.json, [...(parsePath(path) ?? []), 'targetPath']) !== undefined;

const checkDocument = ({ data, kind, name }: DataSource, key: string, at: Place, report: Report): void => {
  const text = kind === 'ConfigMap' ? data?.[key] : undefined;
  if (typeof text !== 'string' || holdsExpression(text)) return;
  let fault: string | undefined;
  try {
    const value = parseYaml(text);
    if (value !== null && !isObject(value)) fault = 'is not a mapping';
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    fault = `is not YAML: ${error.message}`;
  }
  if (fault === undefined) return;
  report(
    diagnose(valuesMapping, {
      message: `key "${key}" of ${kind} "${name}" ${fault}, and Helm takes values as one YAML mapping`,
      at,
      fix: 'write the values as key: value lines',
    }),
  );
};

const isWatched = ({ json }: StateObject): boolean => {
  const { labels } = (json['metadata'] ?? {}) as { labels?: Readonly<Record<string, unknown>> };
  return Object.entries(WATCH_LABEL).every(([key, value]) => labels?.[key] === value);
};
