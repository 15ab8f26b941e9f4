import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import { VALUES_KEY, WATCH_LABEL } from '../../../contract/index.js';
import { diagnose } from '../../../diagnostics/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { parseYaml } from '../../../yaml/parse-yaml.js';
import { YamlError } from '../../../yaml/yaml-error.js';
import { specOf } from '../../cluster-index.js';
import { type DataSource, dataSourcesOf } from '../../data-sources.js';
import type { Rule } from '../../rule.js';

interface Reading {
  readonly kind: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly path: string;
  readonly optional: boolean;
  readonly isDocument: boolean;
}

/** Everything that a release or Kustomization reads its values from is written by somebody, where it looks, and watched. */
export const valueSource: Rule = (cluster, report) => {
  const sources = dataSourcesOf(cluster);
  const unwatched = new Set<CompiledObject>();
  for (const { built, objects, entry } of cluster.addons) {
    for (const reader of [...objects, ...entry]) {
      for (const reading of readingsOf(reader)) {
        const { kind, name, key, path, optional } = reading;
        const namespace = reader.namespace ?? '';
        const at = { addon: reader.addon, object: reader.title, path };
        const all = sources.get(`${kind}/${name}`) ?? [];
        const source = all.find((one) => one.namespace === namespace);
        if (source === undefined) {
          // It may be among what could not be made.
          if (optional || built.isPartial || holdsExpression(name)) continue;
          const elsewhere = all[0];
          report(
            diagnose('FX610', {
              message: `${reader.title} reads ${kind} "${name}" in namespace "${namespace}", which nobody writes`,
              at,
              notes:
                elsewhere === undefined
                  ? []
                  : [`there is one in namespace "${elsewhere.namespace}", and Flux reads its own namespace alone`],
              fix:
                elsewhere === undefined
                  ? 'declare the values in `infra.values`, make the object in `build`, or say optional: true'
                  : `make it in namespace "${namespace}"`,
            }),
          );
          continue;
        }
        if (key !== undefined && source.data !== undefined && !Object.hasOwn(source.data, key)) {
          if (optional) continue;
          const keys = Object.keys(source.data);
          report(
            diagnose('FX610', {
              message: `${kind} "${name}" has no key "${key}", which ${reader.title} reads`,
              at,
              fix: keys.length === 0 ? 'give it one' : `it has ${keys.map((one) => `"${one}"`).join(', ')}`,
            }),
          );
        } else if (key !== undefined && reading.isDocument) checkDocument(source, key, at, report);
        if (source.object !== undefined && !isWatched(source.object)) unwatched.add(source.object);
      }
    }
  }
  for (const object of unwatched) {
    report(
      diagnose('FX609', {
        message: `${object.title} is read by Flux and has no label reconcile.fluxcd.io/watch: Enabled, so its changes wait for the next interval`,
        at: { addon: object.addon, object: object.title, path: 'metadata.labels' },
        fix: "give it labels: { 'reconcile.fluxcd.io/watch': 'Enabled' }; capitals count",
      }),
    );
  }
};

const checkDocument = (
  { data, kind, name }: DataSource,
  key: string,
  at: { readonly addon: string; readonly object: string; readonly path: string },
  report: Parameters<Rule>[1],
): void => {
  const text = kind === 'ConfigMap' ? data?.[key] : undefined;
  if (typeof text !== 'string' || holdsExpression(text)) return;
  let fault: string | undefined;
  try {
    const value = parseYaml(text);
    if (value !== null && (typeof value !== 'object' || Array.isArray(value))) fault = 'is no mapping';
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    fault = `is no YAML: ${error.message}`;
  }
  if (fault === undefined) return;
  report(
    diagnose('FX621', {
      message: `key "${key}" of ${kind} "${name}" ${fault}, and Helm takes values as one YAML mapping`,
      at,
      fix: 'write the values as key: value lines',
    }),
  );
};

const isWatched = ({ json }: CompiledObject): boolean => {
  const { labels } = (json['metadata'] ?? {}) as { labels?: Readonly<Record<string, unknown>> };
  return Object.entries(WATCH_LABEL).every(([key, value]) => labels?.[key] === value);
};

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly valuesKey?: string;
  readonly targetPath?: string;
  readonly optional?: boolean;
}

const readingsOf = (object: CompiledObject): readonly Reading[] => {
  if (object.kind === 'HelmRelease' && object.group === 'helm.toolkit.fluxcd.io') {
    const { valuesFrom } = specOf(object) as { valuesFrom?: readonly Reference[] };
    return (valuesFrom ?? []).map(({ kind = '', name = '', valuesKey, optional, targetPath }, index) => ({
      kind,
      name,
      key: valuesKey ?? VALUES_KEY,
      path: `spec.valuesFrom[${index}]`,
      optional: optional === true,
      isDocument: targetPath === undefined,
    }));
  }
  if (object.kind !== 'Kustomization' || object.group !== 'kustomize.toolkit.fluxcd.io') return [];
  const { postBuild } = specOf(object) as { postBuild?: { substituteFrom?: readonly Reference[] } };
  return (postBuild?.substituteFrom ?? []).map(({ kind = '', name = '', optional }, index) => ({
    kind,
    name,
    key: undefined,
    path: `spec.postBuild.substituteFrom[${index}]`,
    optional: optional === true,
    isDocument: false,
  }));
};
