import type { Construct } from 'constructs';
import { z } from 'zod';
import {
  Alert,
  type AlertSpecEventSources,
  Provider,
  type ProviderSpec,
} from '../../imports/notification.toolkit.fluxcd.io.js';
import type { BroughtSecret } from '../addon/brought-secrets.js';
import { FLUX_NAMESPACE, type VarShape } from '../contract/index.js';
import { listOf } from '../json/as-shape.js';
import type { Alerts, OtherDestination } from './alerts.js';
import { DESTINATION, type Destination, type DestinationData, isDestination } from './destination.js';
import { broughtFor, makeSecret, type NotificationSecret, requiredFor } from './notification-secret.js';

/** What an Alert is about: the objects of a kind in a namespace. */
export type EventSource = AlertSpecEventSources;

/** Where the objects of alerts live, and what they are about. */
export interface AlertsPlace {
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Before the names of destinations. @default - nothing */
  readonly prefix?: string;
  readonly sources: readonly EventSource[];
  /** The name of the cluster, which each message has. */
  readonly cluster: string | undefined;
  /** Flux tells what it deletes at the level of information. @default 'error' */
  readonly severity?: 'error' | 'info';
  /** What Flux substitutes, by its name. */
  readonly vars: Readonly<Record<string, unknown>>;
}

/** What Flux tells of an object that waits, or whose checks begin again: nothing is wrong with it. */
const WAITING = ['^Dependencies do not meet ready condition', "^dependency '", '^Health checks canceled'];

/** What Flux tells of an object that it has applied, and that works. */
const WORKS = ['^Health check passed', '^Helm (install|upgrade) succeeded'];

/** What Flux tells of a source that it has fetched: to close its incident, and too often to read. */
const FETCHED = '^stored ';

/** The destinations of alerts that were found to be right. */
export const destinationsOf = ({ options: { to } }: Alerts): readonly (Destination | OtherDestination)[] =>
  Array.isArray(to) ? to : [to as Destination | OtherDestination];

const optionsOf = (
  data: DestinationData,
): Readonly<Record<string, unknown>> & {
  readonly name?: string;
  readonly secret?: NotificationSecret;
} => data.given as never;

/** The name of a destination's Provider and Alert. */
export const nameOf = (one: Destination | OtherDestination, prefix = ''): string => {
  const name = isDestination(one) ? (optionsOf(one[DESTINATION]).name ?? one[DESTINATION].type) : one.type;
  return prefix === '' ? name : `${prefix}-${name}`;
};

/** What alerts need of the cluster that has them. */
export interface AlertsNeeds {
  readonly brought: readonly BroughtSecret[];
  readonly requires: readonly string[];
  /** What the Kustomization of the objects substitutes. */
  readonly substituteFrom: readonly {
    readonly kind: 'Secret';
    readonly name: string;
    readonly vars: VarShape;
  }[];
}

/** https://support.pagerduty.com/main/docs/services-and-integrations: letters and digits. */
const integrationKey = z
  .string()
  .regex(/^[0-9A-Za-z]+$/)
  .meta({ example: '0123456789abcdef0123456789abcdef' });

/** What alerts need before their objects can be made. */
export const alertsNeeds = (all: readonly Alerts[], namespace: string): AlertsNeeds => {
  const made = all.flatMap(destinationsOf).flatMap((one) => (isDestination(one) ? [one[DESTINATION]] : []));
  return {
    requires: [
      ...new Set([
        ...all.flatMap(({ options }) => options.requires ?? []),
        ...made.flatMap((one) => requiredFor(optionsOf(one).secret)),
      ]),
    ],
    brought: made.flatMap((one) =>
      broughtFor(
        optionsOf(one).secret,
        one.keys,
        one.substituted === undefined ? namespace : FLUX_NAMESPACE,
        `where Flux posts alerts (${one.type})`,
      ),
    ),
    substituteFrom: made.flatMap((one) => {
      const { secret } = optionsOf(one);
      if (one.substituted === undefined || secret === undefined) return [];
      const name = typeof secret === 'string' ? secret : (secret as { readonly bootstrap: string }).bootstrap;
      return [{ kind: 'Secret' as const, name, vars: { [one.substituted]: integrationKey } }];
    }),
  };
};

/** Makes the Providers, the Alerts and their Secrets. */
export const buildAlerts = (scope: Construct, { options }: Alerts, place: AlertsPlace): void => {
  const { namespace, labels, prefix, cluster, sources, severity = 'error', vars } = place;
  const { exclude = [], recoveries, metadata = cluster === undefined ? {} : { cluster } } = options;
  for (const one of listOf(Array.isArray(options.to) ? options.to : [options.to]) as readonly (
    | Destination
    | OtherDestination
  )[]) {
    const data = isDestination(one) ? one[DESTINATION] : undefined;
    const name = nameOf(one, prefix);
    const identity = { name, namespace, ...(labels === undefined ? {} : { labels }) };
    const providerRef = new Provider(scope, `${name}: provider`, {
      ...identity,
      spec: data === undefined ? (one as OtherDestination) : providerSpec(scope, data, identity, vars),
    });
    const makes = data?.makes ?? 'message';
    const isStatus = makes === 'commit-status';
    const exclusionList = [...exclude, ...(isStatus || severity === 'info' ? WAITING : [])];
    const common = { providerRef, ...(Object.keys(metadata).length === 0 ? {} : { eventMetadata: metadata }) };
    new Alert(scope, `${name}: alert`, {
      ...identity,
      spec: {
        ...common,
        // A status has two sides.
        eventSeverity: isStatus ? 'info' : severity,
        eventSources: isStatus ? sources.filter(({ kind }) => kind === 'Kustomization') : sources,
        ...(exclusionList.length === 0 ? {} : { exclusionList }),
      },
    });
    if (isStatus || severity === 'info' || !(recoveries ?? makes === 'incident')) continue;
    new Alert(scope, `${name}: recovered`, {
      ...identity,
      name: `${name}-recovered`,
      spec: {
        ...common,
        eventSeverity: 'info',
        eventSources:
          makes === 'incident'
            ? sources
            : sources.filter(({ kind }) => kind === 'Kustomization' || kind === 'HelmRelease'),
        inclusionList: makes === 'incident' ? [...WORKS, FETCHED] : WORKS,
        ...(exclude.length === 0 ? {} : { exclusionList: exclude }),
      },
    });
  }
};

/** Options of the functions that are no fields of a Provider. */
const NO_FIELDS: ReadonlySet<string> = new Set(['bot', 'hmac', 'key', 'name', 'secret']);

const providerSpec = (
  scope: Construct,
  data: DestinationData,
  identity: { readonly name: string; readonly namespace: string; readonly labels?: Readonly<Record<string, string>> },
  vars: AlertsPlace['vars'],
): ProviderSpec => {
  const given = optionsOf(data);
  const fields = Object.fromEntries(
    Object.entries(given).filter(([key, value]) => !NO_FIELDS.has(key) && value !== undefined),
  );
  const { secret } = given;
  const secretRef =
    secret === undefined || data.substituted !== undefined ? undefined : makeSecret(scope, secret, data.keys, identity);
  return {
    ...data.spec,
    ...fields,
    type: data.type,
    ...(data.substituted === undefined ? {} : { channel: vars[data.substituted] as string }),
    ...(secretRef === undefined ? {} : { secretRef }),
  };
};
