import type { FluxVersion, KubernetesVersion } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose, formatValue, rememberPlace, within } from '../diagnostics/index.js';
import type { FluxSettings } from '../flux/flux-settings.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { otherOffer, tenantFolder } from '../tenants/diagnostics.js';
import { type Offer, tenantHome, tenantNamespaces } from '../tenants/offer/offer.js';
import { type Published, type ReadOffer, readOf } from '../tenants/offer/published.js';
import type { ClusterOptions, FluxClusterOptions } from './cluster-options.js';
import { clusterOptions } from './diagnostics.js';
import type { FluxApp } from './flux-app.js';
import { FluxCluster } from './flux-cluster.js';
import { inExternal } from './parse-external.js';
import { insteadOf } from './parse-options.js';

/** What a {@link FluxTenant} takes in addition to what the platform has published. */
export type FluxTenantOptions = Pick<ClusterOptions, 'readme' | 'base' | 'external' | 'defaults' | 'mirrors'>;

const optionNames: Readonly<Record<keyof FluxTenantOptions, true>> = {
  readme: true,
  base: true,
  external: true,
  defaults: true,
  mirrors: true,
};

/**
 * A tenant's part of a cluster, for a repository of the tenant's own: stages of addons in its namespaces, which Flux applies
 * as the tenant's account. synth refuses what the platform would refuse.
 *
 * @param published from the module that `fluxspan import platform` writes
 * @example new FluxTenant(app, 'dev', platform).stage('apps', [web()])
 * @see docs/how-to/tenant-repository.md
 */
export class FluxTenant<const C extends string = string, const P extends string = string> extends FluxCluster<
  P,
  string
> {
  /** What the platform has published. @internal */
  readonly published: ReadOffer;
  readonly #own: Diagnostic[] = [];

  constructor(app: FluxApp, name: NoInfer<C>, published: Published<C, P>, options: FluxTenantOptions = {}) {
    const read = readOf(published);
    const offer = read?.offer;
    super(app, name, optionsOf(offer, options) as FluxClusterOptions<P, string>);
    const place = rememberPlace();
    const report = (problem: Diagnostic) => {
      const source = place();
      const at = { cluster: this.name, ...(source === undefined ? {} : { source }) };
      this.#own.push(within(at, problem));
    };
    this.published = read ?? { offer: undefined, file: '', problems: [] };
    if (read === undefined) {
      report(
        diagnose(clusterOptions, {
          message: `tenant's part of cluster "${this.name}" was given ${formatValue(published)} instead of what the platform has published`,
          fix: 'give it `platform` of the module that fluxspan import platform writes',
        }),
      );
    }
    // Anything else is refused as the options of a cluster.
    for (const key of isPlainRecord(options) ? Object.keys(options) : []) {
      if (Object.hasOwn(optionNames, key)) continue;
      const fix = insteadOf(key, Object.keys(optionNames), inExternal);
      report(diagnose(clusterOptions, { message: `a FluxTenant has no option "${key}"`, fix, at: { path: key } }));
    }
    for (const problem of read?.problems ?? []) report(problem);
    if (offer === undefined || read === undefined) return;
    if (offer.cluster !== name) {
      report(
        diagnose(otherOffer, {
          message: `${read.file} is for cluster "${offer.cluster}", and not for "${this.name}"`,
          at: { file: read.file },
          fix: `write new FluxTenant(app, '${offer.cluster}', …), or import the file of cluster "${this.name}"`,
        }),
      );
    }
    if (folderOf(offer) === '') {
      report(
        diagnose(tenantFolder, {
          message: `the platform applies the whole repository of tenant "${offer.tenant}" in cluster "${offer.cluster}", with all YAML in it`,
          at: { file: read.file, path: 'source.path' },
          fix: `ask the platform for path: './k8s/clusters/${offer.cluster}' of the tenant, and import the file that it then publishes`,
        }),
      );
    }
  }

  override get problems(): readonly Diagnostic[] {
    return [...super.problems, ...this.#own];
  }
}

/** The folder that the platform applies: `./deploy` is `deploy`. */
const folderOf = ({ source }: Offer): string => source.path.replace(/^(?:\.?\/)+|^\.$|\/+$/g, '');

const optionsOf = (offer: Offer | undefined, options: FluxTenantOptions): Record<string, unknown> => {
  if (!isPlainRecord(options)) return options;
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => Object.hasOwn(optionNames, key)));
  if (offer === undefined) return own;
  const { version, ...flags } = offer.flux;
  const folder = folderOf(offer);
  const flux: FluxSettings = { version: version as FluxVersion, ...flags } as FluxSettings;
  return {
    ...own,
    flux,
    kubernetes: offer.kubernetes as KubernetesVersion,
    external: withOffered(own['external'], offer),
    varsConfigMap: offer.vars.configMap,
    varsNamespaces: [tenantHome(offer)],
    chartSourceNamespace: 'release-namespace',
    ...(folder === '' ? {} : { path: folder }),
  } satisfies Partial<Record<keyof FluxClusterOptions, unknown>> & Record<string, unknown>;
};

/** The tenant's own entries come first, so that a diagnostic counts them as the tenant wrote them. */
const withOffered = (own: unknown, offer: Offer): unknown => {
  if (own !== undefined && !Array.isArray(own)) return own;
  const listed = (own ?? []) as readonly unknown[];
  const isListed = (name: string) =>
    listed.some((one) => isPlainRecord(one) && one['kind'] === 'Namespace' && one['name'] === name);
  return [
    ...listed,
    ...Object.keys(offer.apis),
    ...tenantNamespaces(offer)
      .filter((name) => !isListed(name))
      .map((name) => ({ kind: 'Namespace', name })),
  ];
};
