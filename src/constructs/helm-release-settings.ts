import type { HelmReleaseSpec } from '../../imports/helm.toolkit.fluxcd.io.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { Duration } from './duration.js';
import { mergeLayers, type SettingsLayer, without } from './merge-layers.js';

type Spec = HelmReleaseSpec;

type Shared =
  | 'commonMetadata'
  | 'driftDetection'
  | 'install'
  | 'maxHistory'
  | 'persistentClient'
  | 'postRenderStrategy'
  | 'postRenderers'
  | 'rollback'
  | 'serviceAccountName'
  | 'suspend'
  | 'test'
  | 'uninstall'
  | 'upgrade'
  | 'waitStrategy';

/** What the releases of an app, a cluster or an addon can have in common. https://fluxcd.io/flux/components/helm/helmreleases/ */
export type HelmReleaseSettings = { readonly [K in Shared]?: NonNullable<Spec[K]> } & {
  /** @default '5m' */
  readonly interval?: Duration;
  /** How long an install or upgrade may take. @default '10m' */
  readonly timeout?: Duration;
};

/** What every release tries again and keeps up to date, unless a level says otherwise. */
const action = { crds: 'CreateReplace', strategy: { name: 'RetryOnFailure' } } as const;

/** What a release has unless a level says otherwise. */
export const helmReleaseDefaults = {
  interval: '5m',
  timeout: '10m',
  driftDetection: { mode: 'enabled' },
  install: action,
  upgrade: action,
} as const;

/** The fields of {@link HelmReleaseSettings}, for those who reach it without types. */
export const helmReleaseSettingNames: readonly string[] = Object.keys({
  commonMetadata: true,
  driftDetection: true,
  install: true,
  interval: true,
  maxHistory: true,
  persistentClient: true,
  postRenderStrategy: true,
  postRenderers: true,
  rollback: true,
  serviceAccountName: true,
  suspend: true,
  test: true,
  timeout: true,
  uninstall: true,
  upgrade: true,
  waitStrategy: true,
} satisfies Record<keyof HelmReleaseSettings, true>);

const ACTIONS = ['install', 'upgrade'] as const;

const retries = (action: SettingsLayer): boolean => {
  const { strategy } = action;
  return isPlainRecord(strategy) && strategy['name'] === 'RetryOnFailure';
};

/**
 * Merges the settings of releases, the most general first: maps merge, lists replace, `null` takes away. Retries and
 * `remediation` exclude each other, so the last one counts.
 */
export const mergeHelmReleaseSettings = (...layers: readonly (SettingsLayer | undefined)[]): SettingsLayer =>
  mergeLayers(layers, (base, over) => [ACTIONS.reduce((left, action) => withoutOther(left, over, action), base), over]);

const withoutOther = (base: SettingsLayer, over: SettingsLayer, action: string): SettingsLayer => {
  const [before, own] = [base[action], over[action]];
  if (!isPlainRecord(before) || !isPlainRecord(own)) return base;
  if (retries(own) && own['remediation'] === undefined) return { ...base, [action]: without(before, 'remediation') };
  if (isPlainRecord(own['remediation']) && own['strategy'] === undefined && retries(before))
    return { ...base, [action]: without(before, 'strategy') };
  return base;
};
