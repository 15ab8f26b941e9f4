import { Construct } from 'constructs';
import type { AddonInstance, TypeOf } from '../addon/addon.js';
import { addonName } from '../addon/diagnostics.js';
import { nameFault } from '../addon/names.js';
import type { SourceNamespace } from '../constructs/source-namespace.js';
import {
  type BootstrapSecret,
  type EntriesOfState,
  FLUX_NAMESPACE,
  type Infra,
  type Ruled,
  type Shown,
  VARS_CONFIG_MAP,
} from '../contract/index.js';
import {
  type AnyFluxCluster,
  FLUX_CLUSTER,
  type FluxVersion,
  type KubernetesVersion,
  type Stage,
} from '../declared/declared-cluster.js';
import type { Defaults } from '../declared/defaults.js';
import { duplicateName } from '../declared/diagnostics.js';
import type {
  AddonExceptionOptions,
  DeclaredException,
  ExceptionOptions,
  KindExceptionOptions,
} from '../declared/exception.js';
import type { External } from '../declared/external.js';
import { MirrorRules } from '../declared/mirrors.js';
import type { DeclaredRemoval, RemovalOptions, RemovedObject } from '../declared/removal.js';
import {
  callersNote,
  type Diagnostic,
  diagnose,
  FluxspanError,
  formatValue,
  rememberPlace,
  rememberPlaces,
  within,
} from '../diagnostics/index.js';
import { sopsProblems } from '../encryption/sops.js';
import type { ExceptableByAddon, ExceptableByKind, ExceptableCode } from '../rules/exceptable.js';
import { clusterOptionTypes, type FluxClusterOptions } from './cluster-options.js';
import { clusterOptions } from './diagnostics.js';
import type { FluxApp } from './flux-app.js';
import { KnownNames } from './known-names.js';
import { broughtSecrets, Notifications } from './notifications.js';
import { parseDefaults } from './parse-defaults.js';
import { parseException } from './parse-exception.js';
import { inExternal, parseExternal } from './parse-external.js';
import { parseFlux } from './parse-flux.js';
import { parseOptions } from './parse-options.js';
import { parsePath } from './parse-path.js';
import { type ParsedRemoval, parseRemoval } from './parse-removal.js';
import { parseStage } from './parse-stage.js';
import type {
  Called,
  CheckAddons,
  CheckStageName,
  ClusterTypes,
  ComputedIn,
  EmptyCluster,
  SecretsIn,
  StageMembers,
  StageOptions,
  StatedIn,
  ValuesIn,
  VarsIn,
  WithStage,
} from './stage-types.js';

declare const TYPES: unique symbol;

/**
 * One cluster that Flux reconciles from a folder, `k8s/clusters/<name>` by default: a chain of stages, in the order in which they come up.
 * What is wrong with it is collected, and reported by synth.
 */
export class FluxCluster<
    const E extends External = never,
    const W extends string = never,
    T extends ClusterTypes = EmptyCluster<E, W>,
  >
  extends Construct
  implements AnyFluxCluster
{
  readonly name: string;
  readonly path: string | undefined;
  readonly readme: string | undefined;
  readonly place: () => string | undefined;
  readonly flux: FluxVersion;
  readonly fluxSettings: AnyFluxCluster['fluxSettings'];
  readonly kubernetes: KubernetesVersion;
  readonly base: string;
  readonly ring: AnyFluxCluster['ring'];
  readonly provides: readonly string[];
  readonly externalNamespaces: readonly string[];
  readonly externals: AnyFluxCluster['externals'];
  readonly owners: AnyFluxCluster['owners'];
  readonly secrets: AnyFluxCluster['secrets'];
  readonly mirrors: MirrorRules;
  readonly lockdown: boolean;
  readonly chartSourceNamespace: SourceNamespace;
  readonly releaseRole: string | undefined;
  readonly defaults: Defaults;
  readonly varsConfigMap: string;
  readonly varsNamespaces: readonly string[];
  readonly #stages: Stage[] = [];
  readonly #bootstrap: Readonly<Record<string, BootstrapSecret>>;
  readonly #externalObjects: AnyFluxCluster['externalObjects'];
  readonly #notifications: Notifications;
  readonly #source: FluxApp['source'];
  readonly #chartVersions: FluxApp['chartVersions'];
  readonly #removals: DeclaredRemoval[] = [];
  readonly #replacements: DeclaredRemoval[] = [];
  readonly #exceptions: DeclaredException[] = [];
  readonly #problems: Diagnostic[] = [];
  #hasUsableNames = true;
  /** The names of stages, addons and external Kustomizations so far. */
  readonly #names = new KnownNames();
  /** Never there at run time. */
  declare readonly [TYPES]?: T;

  constructor(app: FluxApp, name: string, options: FluxClusterOptions<E, W> = {}) {
    super(...placeOf(app, name));
    Object.defineProperty(this, FLUX_CLUSTER, { value: true });
    this.name = typeof name === 'string' ? name : formatValue(name);
    const places = rememberPlaces();
    const place = () => places()[0];
    this.place = place;
    const report = (problem: Diagnostic) => {
      const source = place();
      this.#report(source === undefined ? problem : within({ source }, problem));
    };
    const good = parseOptions<FluxClusterOptions<External, string>>(
      'a FluxCluster',
      `cluster "${this.name}"`,
      options,
      clusterOptionTypes,
      report,
      inExternal,
    );
    this.path = parsePath(good.path, report);
    this.readme = good.readme;
    const { version, settings } = parseFlux(`cluster "${this.name}"`, good.flux, good.lockdown, report);
    this.flux = version;
    this.fluxSettings = settings;
    this.kubernetes = good.kubernetes ?? '1.36';
    this.base = good.base ?? 'origin/main';
    this.#chartVersions = app.chartVersions;
    this.ring = app.rollout?.find(({ clusters }) => clusters.includes(this.name));
    const external = parseExternal(good.external, this.#names, report);
    this.provides = external.provides;
    this.externalNamespaces = external.namespaces;
    this.externals = external.kustomizations.map((one) => ({ ...one, place }));
    this.#bootstrap = good.bootstrap ?? {};
    this.#externalObjects = external.objects;
    this.#notifications = new Notifications(good.alerts, good.receiver);
    this.#source = app.source;
    const faults = good.secrets === undefined ? [] : sopsProblems(good.secrets);
    for (const problem of faults) this.#report(problem);
    this.secrets = faults.length === 0 ? good.secrets : undefined;
    this.owners = good.owners ?? {};
    this.mirrors = new MirrorRules(good.mirrors ?? {}, good.requireMirrors ?? false);
    this.lockdown = settings === undefined ? (good.lockdown ?? false) : settings.noCrossNamespaceRefs === true;
    this.chartSourceNamespace = good.chartSourceNamespace ?? (this.lockdown ? 'release-namespace' : 'flux-system');
    this.releaseRole = good.releaseRole;
    this.defaults = parseDefaults(`cluster "${this.name}"`, good.defaults, report);
    this.varsConfigMap = good.varsConfigMap ?? VARS_CONFIG_MAP;
    this.varsNamespaces = [...new Set(good.varsNamespaces ?? [])].filter((one) => one !== FLUX_NAMESPACE).sort();
    const fault = nameFault(name);
    if (fault !== undefined) {
      this.#hasUsableNames = false;
      report(
        diagnose(addonName, { message: `the cluster name ${formatValue(name)} ${fault}`, fix: 'rename the cluster' }),
      );
    } else if (this.node.id !== name) {
      report(
        diagnose(duplicateName, {
          message: `the app has two clusters "${name}"`,
          notes: callersNote(places().slice(1)),
          fix: 'rename one of them',
        }),
      );
    }
  }

  get stages(): readonly Stage[] {
    return this.#notifications.after(this.#stages, { source: this.#source, lockdown: this.lockdown });
  }

  get brought(): AnyFluxCluster['brought'] {
    return broughtSecrets(this.#bootstrap, this.secrets, this.stages);
  }

  get externalObjects(): AnyFluxCluster['externalObjects'] {
    return [
      ...this.#externalObjects,
      ...this.brought.map(({ namespace, name }) => ({ kind: 'Secret', group: '', namespace, name, isBootstrap: true })),
    ];
  }

  get removals(): readonly DeclaredRemoval[] {
    return this.#removals;
  }

  get replacements(): readonly DeclaredRemoval[] {
    return this.#replacements;
  }

  get exceptions(): readonly DeclaredException[] {
    return this.#exceptions;
  }

  /**
   * Sets a rule to another severity, or switches it off, for one object or addon, and FX318 also for a kind; FX601,
   * FX615 and FX668 are about addons. It counts for this cluster alone, whose README lists it with its reason.
   *
   * @example dev.except('FX618', { object: 'HelmRelease/web', reason: 'the chart prints it with int64' })
   */
  except<C extends ExceptableCode>(
    code: C,
    options: C extends ExceptableByKind
      ? KindExceptionOptions
      : C extends ExceptableByAddon
        ? AddonExceptionOptions
        : ExceptionOptions,
  ): this {
    this.#exceptions.push(parseException(code, options, rememberPlace()));
    return this;
  }

  get hasUsableNames(): boolean {
    return this.#hasUsableNames;
  }

  get problems(): readonly Diagnostic[] {
    const ofNotifications = this.#notifications.problems(this.stages);
    return [
      ...this.#problems,
      ...[...ofNotifications, ...this.#unknownDependencies()].map((one) => within({ cluster: this.name }, one)),
    ];
  }

  /** What an external Kustomization waits for may come in any stage, so it is known only at the end. */
  #unknownDependencies(): readonly Diagnostic[] {
    return this.externals.flatMap(({ name, dependsOn, place }) => {
      const found: Diagnostic[] = [];
      const source = place();
      const at = source === undefined ? {} : { source };
      this.#names.known(`external Kustomization "${name}"`, dependsOn, (one) => found.push(within(at, one)));
      return found;
    });
  }

  /**
   * Adds a stage after those that are there. Each addon becomes a Flux Kustomization that depends on the providers of
   * what it requires, and on `dependsOn`. A stage may have the name of one of its own addons, which then means the stage.
   */
  stage<const S extends string, const A extends StageMembers>(
    name: Ruled<S, CheckStageName<S, T>>,
    addons: Ruled<A, CheckAddons<A, T>>,
    options: StageOptions<T['targets']> = {},
  ): FluxCluster<E, W, WithStage<T, S, Called<A>>> {
    const place = rememberPlace();
    this.#mustBeOpen(`stage "${String(name)}"`, place);
    const report = (problem: Diagnostic, where = place) => {
      const source = where();
      this.#report(source === undefined ? problem : { ...problem, at: { source, ...problem.at } });
    };
    const { stage, alerts, removals, hasUsableNames } = parseStage(name, addons, options, {
      names: this.#names,
      rootName: this.fluxSettings?.operator?.sync?.name,
      ring: this.ring,
      chartVersions: this.#chartVersions,
      report,
    });
    if (!hasUsableNames) this.#hasUsableNames = false;
    if (stage !== undefined) {
      this.#stages.push(stage);
      this.#notifications.addStage(stage, alerts);
    }
    this.#removals.push(...removals);
    return this as unknown as FluxCluster<E, W, WithStage<T, S, Called<A>>>;
  }

  /**
   * Declares that a removal is intended, of an addon with all that it had or of one object: synth refuses any other that
   * takes data or other objects along. Once Flux has done it, synth asks to take the line out.
   *
   * @example dev.removed('karpenter', { reason: 'the nodes are managed now' })
   * @example dev.removed({ kind: 'HelmRelease', name: 'redis', namespace: 'cache' }, { reason: 'no longer used' })
   */
  removed(what: string | RemovedObject, options: RemovalOptions): this {
    return this.#declare(this.#removals, parseRemoval('removal', this.name, what, options, rememberPlace()));
  }

  /**
   * Declares that a replacement is intended, of one object or of all that an addon has: an object that stays in the tree,
   * while what it manages is removed and made again, such as a HelmRelease whose chart gets another name; or a change
   * that destroys what belongs to the object, such as the claims of a StatefulSet. synth refuses any other. Once Flux has
   * done it, take the line out, as synth asks: it also covers the next change that destroys something.
   *
   * @example dev.replaced({ kind: 'HelmRelease', name: 'redis', namespace: 'cache' }, { reason: 'valkey takes its place' })
   */
  replaced(what: string | RemovedObject, options: RemovalOptions): this {
    return this.#declare(this.#replacements, parseRemoval('replacement', this.name, what, options, rememberPlace()));
  }

  #declare(list: DeclaredRemoval[], { declared, problems }: ParsedRemoval): this {
    if (declared !== undefined) list.push(declared);
    for (const problem of problems) this.#report(problem);
    return this;
  }

  /** What comes after the cluster was synthesized would be in no tree: who adds it is not asked again. */
  #mustBeOpen(what: string, place: () => string | undefined): void {
    if (!this.node.locked) return;
    const source = place();
    throw new FluxspanError([
      diagnose(clusterOptions, {
        message: `${what} comes after cluster "${this.name}" was synthesized, and would be in no tree`,
        at: { cluster: this.name, ...(source === undefined ? {} : { source }) },
        fix: 'add it before; a test that changes a cluster makes one of its own, by a function',
      }),
    ]);
  }

  #report(problem: Diagnostic): void {
    this.#problems.push({ ...problem, at: { cluster: this.name, ...problem.at } });
  }
}

/**
 * Where a cluster is in its app. A name that is refused is not a construct's id, and one that is taken would be another's:
 * the cluster is there all the same, and says so.
 */
const placeOf = (app: FluxApp, name: unknown): [FluxApp, string] =>
  nameFault(name) !== undefined || app.node.tryFindChild(name as string) !== undefined
    ? [app, `fluxspan: cluster ${app.node.children.length}`]
    : [app, name as string];

/**
 * All that Terraform must supply for a cluster, or for one addon, as a type; or what one of several states must: by its
 * name, or `null` for the main one. An input is of a state if `fromState` or `remoteSecret` says so.
 *
 * @example type DevInfra = InfraOf<typeof dev>;
 * @example type KarpenterInfra = InfraOf<typeof karpenter>;
 * @example type NetworkInfra = InfraOf<typeof dev, 'network'>;
 */
export type InfraOf<C, State extends string | null = string | null> = C extends { readonly [TYPES]?: infer T }
  ? NonNullable<T> extends ClusterTypes
    ? InfraOfTypes<NonNullable<T>, State>
    : never
  : C extends (...args: never[]) => infer I
    ? I extends AddonInstance
      ? InfraOfInstance<I, State>
      : never
    : never;

/** What each addon's state is, is looked up only where a state is named. */
type InfraOfTypes<T extends ClusterTypes, State extends string | null> = [string | null] extends [State]
  ? Shown<Infra<T['vars'], T['values'], T['secrets'], T['computed']>>
  : InfraOfState<T, StatedIn<T['states']>, State>;
type InfraOfState<T extends ClusterTypes, S, State extends string | null> = Shown<
  Infra<
    EntriesOfState<T['vars'], S, 'vars', State>,
    EntriesOfState<T['values'], S, 'values', State>,
    EntriesOfState<T['secrets'], S, 'secrets', State>,
    T['computed']
  >
>;
type InfraOfInstance<I extends AddonInstance, State extends string | null> = Shown<
  Infra<
    EntriesOfState<VarsIn<TypeOf<I, 'vars'>>, StatedIn<I>, 'vars', State>,
    EntriesOfState<ValuesIn<TypeOf<I, 'values'>>, StatedIn<I>, 'values', State>,
    EntriesOfState<SecretsIn<TypeOf<I, 'secrets'>>, StatedIn<I>, 'secrets', State>,
    ComputedIn<I>
  >
>;

/** Of an addon that isn't called, or of any other function. */
