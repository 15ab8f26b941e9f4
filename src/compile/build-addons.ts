import type { ApiObject, Chart } from 'cdk8s';
import type { AddonInstance } from '../addon/addon.js';
import { newAddonRoot } from '../addon/addon-root.js';
import { buildAddon, objectsIn } from '../addon/build-addon.js';
import { inspectionOf } from '../addon/inspect.js';
import type { AddonInputs } from '../addon/inspection.js';
import { nameFault } from '../addon/names.js';
import type { ProducedOutput } from '../addon/outputs.js';
import type { IncludeFolders } from '../addon/watch-includes.js';
import { copiedObjectOf } from '../constructs/encrypted-file.js';
import { mergeKustomizationSettings } from '../constructs/kustomization-settings.js';
import type { SettingsLayer } from '../constructs/merge-layers.js';
import { withoutNulls } from '../constructs/merge-layers.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, within } from '../diagnostics/index.js';
import { decryptionOf } from '../encryption/sops.js';
import { compareText } from '../json/compare-text.js';
import { borrowedVars } from './borrowed-vars.js';
import { freeId } from './free-id.js';
import { type KnownVars, knownVars } from './known-vars.js';
import { outputSources } from './outputs/output-sources.js';
import { bindReleases, newReleaseAccount } from './release-accounts.js';
import { tenantDefaults } from './tenant-defaults.js';

/** An addon whose `build` has run, with the constructs that it made. */
export interface AddonChart {
  readonly instance: AddonInstance;
  /** The index of its stage. */
  readonly stage: number;
  readonly chart: Chart;
  /** `build` came to its end: if not, constructs may be missing. */
  readonly isDone: boolean;
  readonly constructs: readonly ApiObject[];
  readonly inputs: AddonInputs;
  /** Of its Kustomization: those of the app, the cluster and the addon, merged. */
  readonly settings: SettingsLayer;
  /** Where its Kustomization lives. */
  readonly kustomizationNamespace: string;
  readonly known: KnownVars;
  /** What its objects produce for other addons. */
  readonly outputs: readonly ProducedOutput[];
}

/** Runs the `build` of every addon of a cluster, in the order of stages, then of names. */
export const buildAddons = (
  app: Pick<AppSettings, 'defaults'>,
  cluster: AnyFluxCluster,
  { project, repository }: IncludeFolders,
  report: (problem: Diagnostic) => void,
): readonly AddonChart[] => {
  const { name, ring, chartSourceNamespace, releaseRole } = cluster;
  const layers = [tenantDefaults(cluster.published?.offer), app.defaults, cluster.defaults] as const;
  const helmRelease = layers.map((defaults) => defaults.helmRelease);
  const produced = new Map<string, readonly ProducedOutput[]>();
  const declared = new Map(
    cluster.stages.flatMap(({ addons }) => addons.flatMap((one) => [...inspectionOf(one).inputs.vars])),
  );
  return cluster.stages.flatMap(({ addons }, stage) =>
    addons
      .filter(isBuildable)
      .sort((a, b) => compareText(a.name, b.name))
      .map((instance) => {
        const chart = newAddonRoot(cluster, freeId(cluster, instance.name), instance);
        const releaseAccount = releaseRole === undefined ? undefined : newReleaseAccount(instance.name);
        const isDone = buildAddon(
          instance,
          chart,
          {
            name,
            ring,
            chartSourceNamespace,
            project,
            repository,
            helmRelease,
            ...(releaseAccount === undefined ? {} : { releaseAccount }),
            produced,
          },
          report,
        );
        if (releaseAccount !== undefined && releaseRole !== undefined) bindReleases(chart, releaseAccount, releaseRole);
        const { inputs } = inspectionOf(instance);
        const constructs = objectsIn(chart);
        const isEncrypted = constructs.some((one) => copiedObjectOf(one) !== undefined);
        const settings = withoutNulls(
          mergeKustomizationSettings(
            ...(cluster.secrets !== undefined && isEncrypted ? [decryptionOf(cluster.secrets)] : []),
            ...layers.map(({ kustomization }) => kustomization),
            instance.kustomization,
            ...usedLayers(instance, produced),
          ),
        );
        const borrowing = borrowedVars(instance.options, inputs.vars, declared);
        const known = knownVars(inputs, borrowing, settings, (problem) =>
          report(within({ addon: instance.name }, problem)),
        );
        const { namespace } = settings;
        const kustomizationNamespace = typeof namespace === 'string' ? namespace : FLUX_NAMESPACE;
        const outputs = produced.get(instance.name) ?? [];
        return { instance, stage, chart, isDone, constructs, inputs, settings, kustomizationNamespace, known, outputs };
      }),
  );
};

/** What an addon uses of others, as settings of its Kustomization. */
const usedLayers = (
  instance: AddonInstance,
  produced: ReadonlyMap<string, readonly ProducedOutput[]>,
): readonly SettingsLayer[] => {
  const substituteFrom = outputSources(instance, produced);
  return substituteFrom.length === 0 ? [] : [{ postBuild: { substituteFrom } }];
};

/**
 * A name that the tree cannot hold has been reported, and nothing can be named after it. The same goes for a definition
 * whose fields have other shapes.
 */
const isBuildable = (instance: AddonInstance): boolean =>
  nameFault(instance.name) === undefined && inspectionOf(instance).isReadable;
