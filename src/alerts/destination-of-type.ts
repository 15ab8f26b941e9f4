import type { ProviderSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import type { OtherDestination } from './alerts.js';
import {
  commitStatus,
  common,
  DESTINATION,
  type Destination,
  type DestinationData,
  discord,
  githubDispatch,
  googleChat,
  isDestination,
  msTeams,
  pagerDuty,
  slack,
  webhook,
} from './destination.js';

type ProviderType = ProviderSpec['type'];
type Options = Readonly<Record<string, unknown>>;
type Make = (options: never) => Destination;

const statusOf =
  (type: 'azuredevops' | 'bitbucket' | 'bitbucketserver' | 'gitea' | 'github' | 'gitlab') =>
  (options: Options): Destination =>
    commitStatus({ ...options, type } as never);

/** The function that makes a destination, by the type of its Provider. */
const makers = {
  azuredevops: statusOf('azuredevops'),
  bitbucket: statusOf('bitbucket'),
  bitbucketserver: statusOf('bitbucketserver'),
  discord,
  generic: webhook,
  'generic-hmac': (options: Options) => webhook({ ...options, hmac: true }),
  gitea: statusOf('gitea'),
  github: statusOf('github'),
  githubdispatch: githubDispatch,
  gitlab: statusOf('gitlab'),
  googlechat: googleChat,
  msteams: msTeams,
  pagerduty: pagerDuty,
  slack,
} as const satisfies Partial<Record<ProviderType, Make>>;

/** Types that have no function. */
const others = {
  alertmanager: true,
  azureeventhub: true,
  datadog: true,
  giteapullrequestcomment: true,
  githubpullrequestcomment: true,
  gitlabmergerequestcomment: true,
  googlepubsub: true,
  grafana: true,
  lark: true,
  matrix: true,
  nats: true,
  opsgenie: true,
  otel: true,
  rocket: true,
  sentry: true,
  telegram: true,
  webex: true,
  zulip: true,
} as const satisfies Record<Exclude<ProviderType, keyof typeof makers>, true>;

export const typesWithFunction = Object.keys(makers) as [keyof typeof makers, ...(keyof typeof makers)[]];
export const otherTypes = Object.keys(others) as [keyof typeof others, ...(keyof typeof others)[]];

/** Fields of a Provider that has no function. */
const fields: readonly string[] = Object.keys({
  address: true,
  certSecretRef: true,
  channel: true,
  commitStatusExpr: true,
  interval: true,
  proxy: true,
  proxySecretRef: true,
  secretRef: true,
  serviceAccountName: true,
  suspend: true,
  timeout: true,
  username: true,
} satisfies Record<Exclude<keyof ProviderSpec, 'type'>, true>);

/** The destination of a type, by the function that it has; undefined for a type that Flux doesn't have. */
export const destinationOfType = (type: unknown, options: Options): Destination | OtherDestination | undefined => {
  if (typeof type !== 'string') return undefined;
  if (Object.hasOwn(makers, type))
    return (makers[type as keyof typeof makers] as (given: Options) => Destination)(options);
  return Object.hasOwn(others, type) ? ({ ...options, type } as OtherDestination) : undefined;
};

/** What a destination declares of itself; undefined for the spec of a Provider. */
export const dataOf = (one: Destination | OtherDestination): DestinationData | undefined =>
  isDestination(one) ? one[DESTINATION] : undefined;

/** The options that a type takes, but for what the type says itself. */
export const optionsOfType = (type: string): readonly string[] => {
  const made = destinationOfType(type, {});
  if (made === undefined) return [];
  const data = dataOf(made);
  return data === undefined ? fields : [...common, ...data.options].filter((key) => key !== 'hmac' && key !== 'type');
};
