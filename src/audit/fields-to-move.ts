import { nameSome } from '../diagnostics/index.js';
import { fieldsOf, objectsOf } from '../json/as-shape.js';
import { valueAt } from '../json/json-path.js';
import { specOf } from '../json/manifest-fields.js';
import type { StateObject } from '../rules/context/rule-state.js';

/** Fields of former versions, and what takes their place. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  'Kustomization spec.patchesStrategicMerge': 'spec.patches',
  'Kustomization spec.patchesJson6902': 'spec.patches',
  'HelmRelease spec.chart.spec.valuesFile': 'spec.chart.spec.valuesFiles',
  'HelmRelease spec.postRenderers[].kustomize.patchesStrategicMerge': 'spec.postRenderers[].kustomize.patches',
  'HelmRelease spec.postRenderers[].kustomize.patchesJson6902': 'spec.postRenderers[].kustomize.patches',
  'Alert spec.summary': 'spec.eventMetadata.summary',
};

/** Fields of old versions that the newer one doesn't have, each with what takes its place: `flux migrate` leaves them. */
export const fieldsToMove = (objects: readonly StateObject[], version: string, schema: unknown): readonly string[] => {
  const known = fieldsOf(valueAt(schema, ['properties', 'spec', 'properties']));
  if (Object.keys(known).length === 0) return [];
  const found = new Map<string, string[]>();
  for (const { kind, title, json } of objects) {
    const spec = specOf(json);
    const chart = fieldsOf(fieldsOf(fieldsOf(spec['chart'])['spec']));
    const renderers = objectsOf(spec['postRenderers']).flatMap((one) => Object.keys(fieldsOf(one['kustomize'])));
    const gone = [
      ...Object.keys(spec)
        .filter((field) => !Object.hasOwn(known, field))
        .map((field) => `spec.${field}`),
      ...Object.keys(chart).map((field) => `spec.chart.spec.${field}`),
      ...renderers.map((field) => `spec.postRenderers[].kustomize.${field}`),
    ].filter((path) => Object.hasOwn(SUCCESSORS, `${kind} ${path}`) || /^spec\.[^.]+$/.test(path));
    for (const path of new Set(gone)) {
      const to = SUCCESSORS[`${kind} ${path}`];
      const words = `${version} has no ${path}${to === undefined ? '' : `: use ${to}`}`;
      found.set(words, [...(found.get(words) ?? []), title]);
    }
  }
  return [...found].map(([words, titles]) => `${words} (${nameSome(titles, 5)})`);
};
