import type { Construct, IConstruct } from 'constructs';
import { type Diagnostic, FluxspanError } from '../diagnostics/index.js';
import type { SettingsLayer } from './merge-layers.js';
import type { SourceNamespace } from './source-namespace.js';

/** The account of the releases of an addon that name none. */
export interface ReleaseAccount {
  readonly name: string;
  /** Where it must be. */
  readonly namespaces: Set<string>;
}

/** What a construct knows of the addon that it is built in. In a plain cdk8s chart there is none. */
export interface AddonScope {
  readonly addon: string;
  /** The construct that holds all objects of the addon. */
  readonly root: Construct;
  /** Where its namespaced objects live unless they say otherwise. */
  readonly namespace: string | undefined;
  /** API groups that the addon requires; a chart that ships them too leaves them alone. */
  readonly requires: readonly string[];
  /** Where the sources of its charts live. @default 'flux-system' */
  readonly chartSourceNamespace?: SourceNamespace;
  /** The folder where paths of the project's files start. @default - the current folder */
  readonly project?: string;
  /** What its releases have unless they say otherwise: of the app, the cluster and the addon, merged. @default - nothing */
  readonly helmRelease?: SettingsLayer;
  /** As which its releases are installed that name no account, and the namespaces of these, which grow with each. @default - Flux decides */
  readonly releaseAccount?: ReleaseAccount;
  /** Absent where the addon was added to a plain cdk8s chart. */
  readonly cluster: string | undefined;
  /** What is made in it follows from the app, and from no line of the user's code. @default false */
  readonly isDerived?: boolean;
  /** Whether its `build` has read a chart, option or var that it doesn't declare, and got nothing. @default - no */
  readsUndeclared?(): boolean;
  report(problem: Diagnostic): void;
  /** As `report`, of a problem for which objects are missing that the addon should have. */
  reportMissing(problem: Diagnostic): void;
}

const ADDON_SCOPE = Symbol.for('fluxspan.addonScope');

export const setAddonScope = (construct: IConstruct, scope: AddonScope): void => {
  Object.defineProperty(construct, ADDON_SCOPE, { value: scope });
};

/** The addon that a construct is part of, or undefined in a plain cdk8s chart. */
export const tryFindAddonScope = (construct: IConstruct): AddonScope | undefined => {
  for (let at: IConstruct | undefined = construct; at !== undefined; at = at.node.scope) {
    const scope = (at as { [ADDON_SCOPE]?: AddonScope })[ADDON_SCOPE];
    if (scope !== undefined) return scope;
  }
  return undefined;
};

/** Collects a problem where the construct is part of an addon; throws it in a plain cdk8s chart. */
export const reportProblem = (construct: IConstruct, problem: Diagnostic): void => {
  const scope = tryFindAddonScope(construct);
  if (scope === undefined) throw new FluxspanError([problem]);
  scope.report(problem);
};
