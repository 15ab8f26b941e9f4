import type { ProviderSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import { rememberPlace } from '../diagnostics/index.js';
import type { Destination } from './destination.js';

/** A Provider of a type that has no function here. */
export type OtherDestination = ProviderSpec;

/** What {@link alerts} takes. */
export interface AlertsOptions {
  /** Where they go: one destination, or several. */
  readonly to: Destination | OtherDestination | readonly (Destination | OtherDestination)[];
  /**
   * Also posts what works again, and each change that was rolled out: Flux words both the same way.
   *
   * @default false; for PagerDuty true, since that closes incidents
   */
  readonly recoveries?: boolean;
  /** Messages to leave out, as RE2 expressions. @default - none */
  readonly exclude?: readonly string[];
  /** What every message has in addition to its own text: `spec.eventMetadata`. @default - the name of the cluster */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Capabilities that its objects require, such as the addon that makes the store. @default - none */
  readonly requires?: readonly string[];
}

const ALERTS: unique symbol = Symbol.for('fluxspan.alerts') as never;

/** Alerts of a cluster, a stage or a tenant: what {@link alerts} gives. */
export interface Alerts {
  /** @internal */
  readonly [ALERTS]: true;
  /** @internal */
  readonly options: AlertsOptions;
  /** Where the code declares it. @internal */
  readonly place: () => string | undefined;
}

const isAlerts = (value: unknown): value is Alerts => typeof value === 'object' && value !== null && ALERTS in value;

/** Whether a value is what an option `alerts` takes: alerts, or a list of them. */
export const isAlertsOption = (value: unknown): value is Alerts | readonly Alerts[] =>
  Array.isArray(value) ? value.length > 0 && value.every(isAlerts) : isAlerts(value);

export const ALERTS_FIX = "give alerts({ to: slack({ secret: { bootstrap: 'slack' } }) })";

/**
 * Alerts of Flux's errors, for the option `alerts` of a cluster, a stage or a tenant. A cluster's are about everything that Flux
 * does in it, a stage's about its addons. Flux posts an error again as long as it lasts, at most every five minutes. That
 * something waits for a dependency is left out.
 *
 * @example new FluxCluster(app, 'dev', { alerts: alerts({ to: slack({ secret: { bootstrap: 'slack' } }) }) })
 * @see docs/how-to/alerts.md
 */
export const alerts = (options: AlertsOptions): Alerts =>
  ({ [ALERTS]: true, options, place: rememberPlace() }) as Alerts;
