import type { Construct } from 'constructs';
import { Receiver, type ReceiverSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import { HTTPRoute } from '../constructs/http-route.js';
import { broughtFor, makeSecret, requiredFor } from './notification-secret.js';
import { PUSH_EVENTS, type PushReceiver } from './receiver.js';

/** The Service of notification-controller that takes webhooks. */
const WEBHOOKS = { name: 'webhook-receiver', port: 80, external: true } as const;
const GATEWAY_API = 'gateway.networking.k8s.io';

/** What a receiver needs of the cluster that has it. */
export const receiverNeeds = ({ options: { secret, route } }: PushReceiver, namespace: string) => ({
  brought: broughtFor(secret, ['token'], namespace, 'what the Git service signs its webhooks with'),
  requires: [...requiredFor(secret), ...(route === undefined ? [] : [GATEWAY_API])],
});

/** Makes a Receiver, its Secret and its route. */
export const buildReceiver = (
  scope: Construct,
  { options }: PushReceiver,
  {
    name,
    namespace,
    labels,
    resources,
  }: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly resources: ReceiverSpec['resources'];
  },
): void => {
  const { secret, route, type, events = PUSH_EVENTS[type], ...spec } = options;
  const identity = { name, namespace, ...(labels === undefined ? {} : { labels }) };
  const secretRef =
    secret === undefined ? undefined : makeSecret(scope, secret, ['token'], { ...identity, name: `${name}-token` });
  new Receiver(scope, 'receiver', {
    ...identity,
    spec: {
      ...spec,
      type,
      ...(events === undefined ? {} : { events }),
      ...(secretRef === undefined ? {} : { secretRef }),
      resources,
    },
  });
  if (route === undefined) return;
  new HTTPRoute(scope, 'receiver: route', {
    ...identity,
    // The Service is in Flux's namespace.
    namespace: 'flux-system',
    spec: {
      parentRefs: [route.gateway],
      hostnames: [route.host],
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/hook/' } }], backendRefs: [WEBHOOKS] }],
    },
  });
};
