import type { ReceiverSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import type { GatewayRef } from '../constructs/http-route.js';
import { rememberPlace } from '../diagnostics/index.js';
import type { NotificationSecret } from './notification-secret.js';

/** What {@link receiver} takes. */
export interface ReceiverOptions extends Omit<ReceiverSpec, 'resources' | 'secretRef' | 'type'> {
  /** The service that calls Flux. `github` is Gitea's, too. */
  readonly type: ReceiverSpec['type'];
  /** The Secret with the `token` that the service signs with. @default - none, for `generic-oidc` */
  readonly secret?: NotificationSecret;
  /** Where the service reaches Flux: makes an HTTPRoute to notification-controller. @default - something else routes there */
  readonly route?: {
    /** The host name of the webhook's URL. */
    readonly host: string;
    /** The Gateway, and its listener. */
    readonly gateway: GatewayRef & { readonly sectionName?: string };
  };
}

const RECEIVER: unique symbol = Symbol.for('fluxspan.receiver') as never;

/** A webhook for pushes, of a cluster or a tenant: what {@link receiver} gives. */
export interface PushReceiver {
  /** @internal */
  readonly [RECEIVER]: true;
  /** @internal */
  readonly options: ReceiverOptions;
  /** Where the code declares it. @internal */
  readonly place: () => string | undefined;
}

export const isReceiver = (value: unknown): value is PushReceiver =>
  typeof value === 'object' && value !== null && RECEIVER in value;

export const RECEIVER_FIX = "give receiver({ type: 'github', secret: { bootstrap: 'push' } })";

/**
 * A webhook that has Flux fetch its source on a push, which it applies seconds later instead of at the next interval.
 *
 * @example new FluxCluster(app, 'dev', { receiver: receiver({ type: 'github', secret: { bootstrap: 'push' } }) })
 * @see docs/how-to/alerts.md
 */
export const receiver = (options: ReceiverOptions): PushReceiver =>
  ({ [RECEIVER]: true, options, place: rememberPlace() }) as PushReceiver;

/** The events that mean a push, by the service's own names. */
export const PUSH_EVENTS: Readonly<Partial<Record<ReceiverSpec['type'], readonly string[]>>> = {
  github: ['ping', 'push'],
  gitlab: ['Push Hook', 'Tag Push Hook'],
  bitbucket: ['repo:refs_changed'],
};
