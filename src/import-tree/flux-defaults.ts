import { tryReadId } from '../applied/object-id.js';
import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf, specOf } from '../json/manifest-fields.js';
import { releaseNameOf } from './object-code.js';
import { valueCode } from './option-type.js';
import { printCode } from './print-code.js';

/** What Flux does where a HelmRelease doesn't say, as far as fluxspan does something else. */
export const fluxDefaults = {
  timeout: '5m',
  driftDetection: { mode: 'disabled' },
  install: { crds: 'Create', remediation: {} },
  upgrade: { crds: 'Skip', remediation: {} },
} as const;

/**
 * The module that each imported addon with a release shares. fluxspan's own defaults retry a release, correct drift and
 * update CRDs; an import keeps what the cluster does now.
 */
export const FLUX_DEFAULTS = `import type { HelmReleaseSettings } from 'fluxspan';

/**
 * What Flux does where a HelmRelease doesn't say. The imported releases rely on it. An addon without this line gets
 * fluxspan's defaults: Flux retries a failed release, corrects drift, and keeps CRDs up to date.
 */
export const fluxDefaults: HelmReleaseSettings = ${printCode(valueCode(fluxDefaults))};
`;

/**
 * An object as Flux understands it: what it does by default is left out, wherever somebody wrote it.
 * https://fluxcd.io/flux/components/helm/helmreleases/ has the defaults.
 */
export const asFluxReads = (json: JsonObject): JsonObject => {
  const id = tryReadId(json);
  const { namespace, ...own } = withoutEmpty(metadataOf(json));
  // The API server drops the namespace of a cluster-scoped object.
  const metadata = namespace === undefined || id?.namespace === '' ? own : { ...own, namespace };
  if (json['kind'] !== 'HelmRelease') return { ...json, metadata };
  return { ...json, metadata, spec: releaseSpec(specOf(json), metadata) };
};

/** The API server drops an empty map of labels, and what was never set. */
const withoutEmpty = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      ([key, value]) =>
        !(key === 'creationTimestamp' && value === null) &&
        !(
          (key === 'labels' || key === 'annotations') &&
          (value === null || (isObject(value) && Object.keys(value).length === 0))
        ),
    ),
  );

const releaseSpec = (spec: JsonObject, { name, namespace }: JsonObject): JsonObject => {
  const target = spec['targetNamespace'];
  const release = target === undefined ? String(name) : releaseNameOf(String(target), String(name));
  const { install, upgrade, driftDetection, ...rest } = spec;
  const full: Record<string, unknown> = { releaseName: release, timeout: '5m', ...rest };
  if (full['timeout'] === '5m0s') full['timeout'] = '5m';
  if (isObject(rest['chartRef'])) full['chartRef'] = { namespace, ...rest['chartRef'] };
  const chart = fieldsOf(rest['chart']);
  const template = fieldsOf(chart['spec']);
  if (isObject(template['sourceRef']))
    full['chart'] = { ...chart, spec: { ...template, sourceRef: { namespace, ...template['sourceRef'] } } };
  if (driftDetection !== undefined && !isDisabled(driftDetection)) full['driftDetection'] = driftDetection;
  for (const [key, action, crds] of [
    ['install', install, 'Create'],
    ['upgrade', upgrade, 'Skip'],
  ] as const) {
    const said = withoutDefaults(fieldsOf(action), crds);
    if (Object.keys(said).length > 0) full[key] = said;
  }
  if (isObject(full['values']) && Object.keys(full['values']).length === 0) delete full['values'];
  if (Array.isArray(full['valuesFrom']) && full['valuesFrom'].length === 0) delete full['valuesFrom'];
  return full;
};

const isDisabled = (value: unknown): boolean => {
  const { mode, ...rest } = fieldsOf(value);
  return (mode === 'disabled' || mode === undefined) && Object.keys(rest).length === 0;
};

const withoutDefaults = (action: JsonObject, crds: string): JsonObject =>
  Object.fromEntries(
    Object.entries(action).filter(
      ([key, value]) =>
        !(key === 'crds' && value === crds) &&
        !(key === 'remediation' && isObject(value) && Object.keys(value).length === 0),
    ),
  );
