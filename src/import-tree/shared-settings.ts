import { helmReleaseSettingNames, mergeHelmReleaseSettings } from '../constructs/helm-release-settings.js';
import { kustomizationDefaults } from '../constructs/kustomization-settings.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { fluxDefaults } from './flux-defaults.js';
import type { ImportedObject } from './imported-object.js';
import { givenSettings } from './kustomization-code.js';
import { valueCode } from './option-type.js';
import { printCode } from './print-code.js';

/** Settings that the code says once, and not in each addon. */
export interface SharedSettings {
  /** `defaults.kustomization` of the clusters. */
  readonly kustomization: JsonObject;
  /** What `releaseDefaults` has beside what Flux does by default; undefined if too few releases agree. */
  readonly release: JsonObject | undefined;
}

export const NOTHING_SHARED: SharedSettings = { kustomization: {}, release: undefined };

/** With fewer, a setting is easier to read where it belongs. */
const FEWEST = 5;
/** How many of all must agree. */
const MOST = 0.6;

const KUSTOMIZATION = ['interval', 'retryInterval', 'timeout', 'wait', 'prune', 'deletionPolicy', 'force'] as const;

interface SharingAddon {
  readonly owner: { readonly json: JsonObject };
  readonly vars: { readonly objects: readonly ImportedObject[] };
}

/** What most Kustomizations and releases of whole clusters have in common. */
export const sharedSettings = (addons: readonly SharingAddon[]): SharedSettings => {
  if (addons.length < FEWEST) return NOTHING_SHARED;
  const settings = addons.map(({ owner }) => givenSettings(owner.json));
  const kustomization: Record<string, unknown> = {};
  for (const key of KUSTOMIZATION) {
    // Health checks come in place of `wait`.
    const given = settings.filter((one) => key !== 'wait' || one['healthChecks'] === undefined).map((one) => one[key]);
    const usual = given.includes(undefined) ? undefined : usualOf(given);
    if (usual !== undefined && usual !== (kustomizationDefaults as JsonObject)[key]) kustomization[key] = usual;
  }
  const releases = addons.flatMap(({ vars }) => vars.objects.filter(isCurrent));
  const release: Record<string, unknown> = {};
  for (const key of helmReleaseSettingNames) {
    const usual = usualOf(releases.map(({ json }) => specOf(json)[key]));
    if (usual !== undefined && !JSON.stringify(usual).includes('$')) release[key] = usual;
  }
  const covered = addons.filter(({ vars }) => {
    const own = vars.objects.filter(isCurrent);
    return own.length > 0 && own.every((one) => isCovered(one, release as JsonObject));
  });
  const isWorthIt = Object.keys(release).length > 1 && covered.length >= FEWEST;
  return { kustomization: kustomization as JsonObject, release: isWorthIt ? (release as JsonObject) : undefined };
};

const isCurrent = ({ json }: ImportedObject): boolean =>
  json['kind'] === 'HelmRelease' && json['apiVersion'] === 'helm.toolkit.fluxcd.io/v2';

/** Whether a release means the same with these settings below its own. */
export const isCovered = ({ json }: ImportedObject, settings: JsonObject): boolean =>
  Object.entries(settings).every(([key, value]) => {
    const own = specOf(json)[key];
    return own !== undefined && (isObject(value) ? holds(own, value) : true);
  });

/** Maps merge, and all else replaces what is below it. */
const holds = (own: unknown, value: unknown): boolean =>
  isObject(value)
    ? isObject(own) && Object.entries(value).every(([key, one]) => Object.hasOwn(own, key) && holds(own[key], one))
    : own !== undefined;

/** The value that enough of them have; undefined if they have none. */
const usualOf = (values: readonly unknown[]): unknown =>
  values.find(
    (value) => value !== undefined && values.filter((one) => equalJson(one, value)).length >= MOST * values.length,
  );

/** The module of the settings that releases share. */
export const printReleaseDefaults = (settings: JsonObject): string => {
  const merged = mergeHelmReleaseSettings(fluxDefaults as JsonObject, settings) as JsonObject;
  const start = 'export const releaseDefaults: HelmReleaseSettings = ';
  return `import type { HelmReleaseSettings } from 'fluxspan';

/** What most of the imported releases have in common; for the rest, what Flux does where a HelmRelease doesn't say. */
${start}${printCode(valueCode(merged), 0, start.length)};
`;
};
