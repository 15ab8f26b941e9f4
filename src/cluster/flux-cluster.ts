import { Construct } from 'constructs';
import { type AddonInstance, isAddonInstance } from '../addon/addon.js';
import { inspectAddon } from '../addon/inspect.js';
import { nameFault } from '../addon/names.js';
import type { Infra } from '../contract/index.js';
import {
  type Code,
  type Diagnostic,
  diagnose,
  FluxspanError,
  rememberPlace,
  suggest,
  within,
} from '../diagnostics/index.js';
import { type AnyFluxCluster, FLUX_CLUSTER, type FluxVersion, fluxVersions, type Stage } from './any-cluster.js';
import type { ExceptionOptions, SaidException } from './exception.js';
import type { FluxApp } from './flux-app.js';
import { MirrorRules, type Mirrors } from './mirrors.js';
import type { RemovalOptions, RemovedObject, SaidRemoval } from './removal.js';
import type {
  CheckAddons,
  CheckStageName,
  ClusterTypes,
  EmptyCluster,
  StageOptions,
  WithStage,
} from './stage-types.js';

export interface FluxClusterOptions<P extends string = string> {
  /** The Flux that runs in the cluster: what it knows may be written. @default '2.9' */
  readonly flux?: FluxVersion;
  /** The git revision that Flux follows, which `synth` compares with. @default 'origin/main' */
  readonly base?: string;
  /** Capabilities that are there without fluxspan: CRDs of another team, managed nodes. */
  readonly provides?: readonly P[];
  /** Namespaces that somebody else creates, before Flux runs. */
  readonly namespaces?: readonly string[];
  /** Where the cluster fetches its sources from instead: private registries and repositories, by prefix of the URL. */
  readonly mirrors?: Mirrors;
  /** Every source must be covered by a mirror, as behind an air gap. @default false */
  readonly requireMirrors?: boolean;
  /** Flux runs with `--no-cross-namespace-refs`, as for several tenants. @default false */
  readonly lockdown?: boolean;
}

const optionNames = [
  'flux',
  'base',
  'provides',
  'namespaces',
  'mirrors',
  'requireMirrors',
  'lockdown',
] as const satisfies readonly (keyof FluxClusterOptions)[];

declare const TYPES: unique symbol;

/**
 * One cluster that Flux reconciles from `k8s/clusters/<name>`: a chain of stages, in the order in which they come up.
 * What is wrong with it is collected, and reported by synth.
 */
export class FluxCluster<const P extends string = never, T extends ClusterTypes = EmptyCluster<P>>
  extends Construct
  implements AnyFluxCluster
{
  readonly name: string;
  readonly flux: FluxVersion;
  readonly base: string;
  readonly provides: readonly string[];
  readonly externalNamespaces: readonly string[];
  readonly mirrors: MirrorRules;
  readonly lockdown: boolean;
  readonly #stages: Stage[] = [];
  readonly #removals: SaidRemoval[] = [];
  readonly #exceptions: SaidException[] = [];
  readonly #problems: Diagnostic[] = [];
  /** The names of stages and addons so far. */
  readonly #names = new Set<string>();
  /** Never there at run time. */
  declare readonly [TYPES]?: T;

  constructor(app: FluxApp, name: string, options: FluxClusterOptions<P> = {}) {
    super(withoutCluster(app, name), name);
    Object.defineProperty(this, FLUX_CLUSTER, { value: true });
    this.name = name;
    this.flux = options.flux ?? '2.9';
    this.base = options.base ?? 'origin/main';
    this.provides = options.provides ?? [];
    this.externalNamespaces = options.namespaces ?? [];
    this.mirrors = new MirrorRules(options.mirrors ?? {}, options.requireMirrors ?? false);
    this.lockdown = options.lockdown ?? false;
    const place = rememberPlace();
    const report = (problem: Diagnostic) => {
      const source = place();
      this.#report(source === undefined ? problem : within({ source }, problem));
    };
    const fault = nameFault(name);
    if (fault !== undefined) {
      report(
        diagnose('FX101', { message: `the cluster name ${JSON.stringify(name)} ${fault}`, fix: 'rename the cluster' }),
      );
    }
    if (!fluxVersions.includes(this.flux)) {
      report(
        diagnose('FX209', {
          message: `cluster "${name}" has flux ${JSON.stringify(this.flux)}`,
          at: { path: 'flux' },
          fix: `it is one of ${fluxVersions.map((one) => `'${one}'`).join(', ')}`,
        }),
      );
    }
    for (const key of Object.keys(options)) {
      if (!(optionNames as readonly string[]).includes(key)) {
        report(
          diagnose('FX209', {
            message: `a FluxCluster has no option "${key}"`,
            at: { path: key },
            fix: suggest(key, optionNames),
          }),
        );
      }
    }
  }

  get stages(): readonly Stage[] {
    return this.#stages;
  }

  get removals(): readonly SaidRemoval[] {
    return this.#removals;
  }

  get exceptions(): readonly SaidException[] {
    return this.#exceptions;
  }

  /**
   * Sets a rule (a code FX6xx) to another severity, or switches it off, for one object or addon. The tree's README lists
   * it with its reason.
   *
   * @example dev.except('FX618', { object: 'HelmRelease/web', reason: 'the chart prints it with int64' })
   */
  except(code: Code, options: ExceptionOptions): this {
    this.#exceptions.push({ ...options, code, place: rememberPlace() });
    return this;
  }

  get problems(): readonly Diagnostic[] {
    return this.#problems;
  }

  /**
   * Adds a stage after those that are there. Each addon becomes a Flux Kustomization that depends on the providers of
   * what it requires, and on `dependsOn`.
   */
  stage<const S extends string, const A extends readonly AddonInstance[]>(
    name: S & CheckStageName<S, T, A>,
    addons: A & CheckAddons<A, T>,
    options: StageOptions<T['targets']> = {},
  ): FluxCluster<P, WithStage<T, S, A>> {
    const place = rememberPlace();
    const report = (problem: Diagnostic, where = place) => {
      const source = where();
      this.#report(source === undefined ? problem : { ...problem, at: { source, ...problem.at } });
    };
    const stageName: string = name;
    const fault = nameFault(stageName);
    if (fault !== undefined) {
      report(
        diagnose('FX101', { message: `the stage name ${JSON.stringify(stageName)} ${fault}`, fix: 'rename the stage' }),
      );
    }
    // Of the first stage the types say nothing but a sentence.
    const asked = (options.dependsOn ?? []) as readonly unknown[] as readonly string[];
    const dependsOn = this.#checkDependsOn(stageName, asked, report);
    if (this.#names.has(stageName)) {
      report(
        diagnose('FX201', {
          message: `the name "${stageName}" is taken by an earlier stage or addon`,
          fix: 'rename the stage',
        }),
      );
    }
    const known: AddonInstance[] = [];
    const added = new Set<string>();
    for (const addon of addons as readonly unknown[]) {
      if (!isAddonInstance(addon)) {
        report(
          diagnose('FX108', {
            message: `stage "${stageName}" holds ${typeof addon === 'function' ? 'an addon that is not called' : 'what is no addon'}`,
            fix:
              typeof addon === 'function'
                ? `call it: ${String((addon as { definition?: { name?: unknown } }).definition?.name ?? 'addon')}()`
                : 'give addons made by defineAddon',
          }),
        );
        continue;
      }
      for (const problem of [...inspectAddon(addon.definition).problems, ...addon.problems])
        report(problem, addon.place);
      if (this.#names.has(addon.name) || added.has(addon.name)) {
        report(
          diagnose('FX201', {
            message: `the name '${addon.name}' is taken by an earlier stage or addon`,
            at: { addon: addon.name },
            fix: 'an addon is in a cluster once; define another one under a name of its own',
          }),
          addon.place,
        );
        continue;
      }
      added.add(addon.name);
      known.push(addon);
    }
    if (added.has(stageName) && (addons as readonly unknown[]).length > 1) {
      report(
        diagnose('FX201', {
          message: `stage '${stageName}' has the name of one of its addons, and holds others too`,
          fix: 'rename the stage',
        }),
      );
    }
    this.#names.add(stageName);
    for (const one of added) this.#names.add(one);
    this.#stages.push({ name: stageName, addons: known, dependsOn });
    return this as unknown as FluxCluster<P, WithStage<T, S, A>>;
  }

  /**
   * Says that a removal is meant, of an addon with all that it had or of one object: synth refuses any other that takes
   * data or other objects along. Once Flux has done it, synth asks to take the line out.
   *
   * @example dev.removed('karpenter', { reason: 'the nodes are managed now' })
   * @example dev.removed({ kind: 'HelmRelease', name: 'redis', namespace: 'cache' }, { reason: 'nobody reads it' })
   */
  removed(what: string | RemovedObject, options: RemovalOptions): this {
    const place = rememberPlace();
    const reason = (options as RemovalOptions | undefined)?.reason;
    if (typeof reason !== 'string' || reason.trim() === '') {
      const source = place();
      const problem = diagnose('FX513', {
        message: `the removal of ${JSON.stringify(what)} says no reason`,
        fix: "say why, for those who review it: .removed(…, { reason: '…' })",
      });
      this.#report(source === undefined ? problem : within({ source }, problem));
    }
    this.#removals.push({ what, reason: reason ?? '', place });
    return this;
  }

  #checkDependsOn(stage: string, names: readonly string[], report: (problem: Diagnostic) => void): readonly string[] {
    return names.filter((one) => {
      if (this.#names.has(one)) return true;
      report(
        diagnose('FX202', {
          message: `stage "${stage}" depends on "${one}", which is no earlier stage or addon`,
          fix:
            this.#names.size === 0 ? 'leave it out: nothing comes before the first stage' : suggest(one, this.#names),
        }),
      );
      return false;
    });
  }

  #report(problem: Diagnostic): void {
    this.#problems.push({ ...problem, at: { cluster: this.name, ...problem.at } });
  }
}

/** An app that has no such cluster yet: a second one would be written over the first. */
const withoutCluster = (app: FluxApp, name: string): FluxApp => {
  if (app.node.tryFindChild(name) === undefined) return app;
  const source = rememberPlace()();
  throw new FluxspanError([
    diagnose('FX201', {
      message: `the app has two clusters "${name}"`,
      at: { cluster: name, ...(source === undefined ? {} : { source }) },
      fix: 'rename one of them',
    }),
  ]);
};

/**
 * All that Terraform owes a cluster, as a type.
 *
 * @example type DevInfra = InfraOf<typeof dev>;
 */
export type InfraOf<C> = C extends { readonly [TYPES]?: infer T }
  ? NonNullable<T> extends { vars: infer V; values: infer L; secrets: infer S }
    ? Infra<V, L, S>
    : never
  : never;
