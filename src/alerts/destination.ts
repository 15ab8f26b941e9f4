import type { ProviderSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import type { NotificationSecret } from './notification-secret.js';

/** What every destination takes. */
export interface DestinationOptions
  extends Pick<ProviderSpec, 'certSecretRef' | 'proxySecretRef' | 'serviceAccountName' | 'suspend' | 'timeout'> {
  /** `metadata.name` of the Provider and the Alert, which a stage's name precedes. @default - the Provider's type */
  readonly name?: string;
}

/** Where the URL of a webhook comes from, which lets everyone who knows it post. */
export interface WebhookDestination extends DestinationOptions {
  /** The Secret with the URL as its key `address`. */
  readonly secret: NotificationSecret;
}

/** What {@link slack} takes. */
export interface SlackOptions extends DestinationOptions {
  /** The Secret with the webhook's URL as its key `address`; with `bot`, its token as `token`. */
  readonly secret: NotificationSecret;
  /** The channel. A webhook has one of its own. */
  readonly channel?: string;
  /** The name that messages are from. @default - that of Flux's controller */
  readonly username?: string;
  /** Posts as a bot, by a token. Its channel must be given. @default false */
  readonly bot?: boolean;
}

/** What {@link discord} takes. */
export interface DiscordOptions extends WebhookDestination {
  /** The name that messages are from. @default - that of Flux's controller */
  readonly username?: string;
}

/** What {@link pagerDuty} takes. */
export interface PagerDutyOptions extends DestinationOptions {
  /**
   * The Secret with the integration key, in `flux-system`. Flux has no field for it but `channel`, so the Kustomization
   * substitutes it, and the Secret must be there before: a bootstrap Secret, or one that an earlier addon makes.
   */
  readonly secret: string | { readonly bootstrap: string };
  /** The key of the Secret that has it. @default 'routing_key' */
  readonly key?: string;
  /** The API of your region. @default 'https://events.pagerduty.com' */
  readonly address?: string;
}

/** What {@link webhook} takes. */
export interface WebhookOptions extends DestinationOptions {
  /** The URL, if it isn't a secret. @default - the key `address` of the Secret */
  readonly address?: string;
  /** The Secret with the URL as `address`, with `headers`, or with the `token` that signs. */
  readonly secret?: NotificationSecret;
  /** Signs each message by the Secret's `token`, in the header `X-Signature`. @default false */
  readonly hmac?: boolean;
}

/** What {@link commitStatus} takes. */
export interface CommitStatusOptions extends DestinationOptions {
  /** The service that the repository is on. */
  readonly type: 'azuredevops' | 'bitbucket' | 'bitbucketserver' | 'gitea' | 'github' | 'gitlab';
  /** The repository that Flux applies: `https://github.com/acme/platform`. On GitLab, with the project's ID in place of its path. */
  readonly address: string;
  /** The Secret with a `token` that may write commit statuses. @default - none, as with an account of Azure */
  readonly secret?: NotificationSecret;
  /** What the status is called, in CEL. @default - the Kustomization, and a part of the Provider's UID */
  readonly commitStatusExpr?: string;
}

/** What {@link githubDispatch} takes. */
export interface GitHubDispatchOptions extends DestinationOptions {
  /** The repository whose workflows run: `https://github.com/acme/platform`. */
  readonly address: string;
  /** The Secret with a `token` that may write its contents. */
  readonly secret: NotificationSecret;
}

/** Where alerts go: what {@link slack} and the others give. */
export interface Destination {
  /** @internal */
  readonly [DESTINATION]: DestinationData;
}

/** @internal */
export interface DestinationData {
  /** The function that was called. */
  readonly by: string;
  readonly given: unknown;
  readonly type: ProviderSpec['type'];
  /** The options that the function has beside those of every destination. */
  readonly options: readonly string[];
  /** Those of them that must be given. */
  readonly required: readonly string[];
  /** The keys that Flux looks for in the Secret. */
  readonly keys: readonly string[];
  /** Fields of the Provider that don't come from an option of the same name. */
  readonly spec: Partial<ProviderSpec>;
  /** What it makes of an event: a message, an incident that a recovery closes, or the state of a commit. */
  readonly makes: 'commit-status' | 'incident' | 'message';
  /** The key of the Secret that the Kustomization substitutes, since the Provider can't read it. */
  readonly substituted?: string;
}

export const DESTINATION: unique symbol = Symbol.for('fluxspan.destination') as never;

export const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' && value !== null && DESTINATION in value;

export const common: readonly string[] = [
  'certSecretRef',
  'name',
  'proxySecretRef',
  'secret',
  'serviceAccountName',
  'suspend',
  'timeout',
];

type Form = Omit<DestinationData, 'given' | 'required' | 'spec' | 'makes'> & Partial<DestinationData>;
const destination = (given: unknown, form: Form): Destination => ({
  [DESTINATION]: { given, required: ['secret'], spec: {}, makes: 'message', ...form },
});

/** A field of what may be anything. */
const fieldOf = (given: unknown, key: string): unknown =>
  typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>)[key] : undefined;

/**
 * Slack, by an incoming webhook or a bot.
 *
 * @example alerts({ to: slack({ secret: { bootstrap: 'slack' } }) })
 * @see https://fluxcd.io/flux/components/notification/providers/#slack
 */
export const slack = (options: SlackOptions): Destination => {
  const isBot = fieldOf(options, 'bot') === true;
  return destination(options, {
    by: 'slack',
    type: 'slack',
    options: ['bot', 'channel', 'username'],
    required: isBot ? ['secret', 'channel'] : ['secret'],
    keys: [isBot ? 'token' : 'address'],
    spec: isBot ? { address: 'https://slack.com/api/chat.postMessage' } : {},
  });
};

/**
 * Microsoft Teams, by a workflow's webhook.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#microsoft-teams
 */
export const msTeams = (options: WebhookDestination): Destination =>
  destination(options, { by: 'msTeams', type: 'msteams', options: [], keys: ['address'] });

/**
 * A space of Google Chat, by its webhook.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#google-chat
 */
export const googleChat = (options: WebhookDestination): Destination =>
  destination(options, { by: 'googleChat', type: 'googlechat', options: [], keys: ['address'] });

/**
 * A channel of Discord, by its webhook.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#discord
 */
export const discord = (options: DiscordOptions): Destination =>
  destination(options, { by: 'discord', type: 'discord', options: ['username'], keys: ['address'] });

/**
 * PagerDuty: an error opens an incident. A release or a source that works again closes it. That of a Kustomization stays
 * open until someone closes it: Flux 2.9 sends PagerDuty no event of its recovery.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#pagerduty
 */
export const pagerDuty = (options: PagerDutyOptions): Destination => {
  const given = fieldOf(options, 'key');
  const key = typeof given === 'string' ? given : 'routing_key';
  return destination(options, {
    by: 'pagerDuty',
    type: 'pagerduty',
    options: ['address', 'key'],
    keys: [key],
    spec: { address: 'https://events.pagerduty.com' },
    makes: 'incident',
    substituted: key,
  });
};

/**
 * Any HTTP server, which gets each event as JSON.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#generic-webhook
 */
export const webhook = (options: WebhookOptions): Destination => {
  const isSigned = fieldOf(options, 'hmac') === true;
  const hasAddress = fieldOf(options, 'address') !== undefined;
  return destination(options, {
    by: 'webhook',
    type: isSigned ? 'generic-hmac' : 'generic',
    options: ['address', 'hmac'],
    required: hasAddress && !isSigned ? [] : ['secret'],
    keys: [...(hasAddress ? [] : ['address']), ...(isSigned ? ['token'] : [])],
  });
};

/**
 * The status of a commit, where Flux applies it: success or failure of each Kustomization.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#git-commit-status-updates
 */
export const commitStatus = (options: CommitStatusOptions): Destination =>
  destination(options, {
    by: 'commitStatus',
    type: fieldOf(options, 'type') as CommitStatusOptions['type'],
    options: ['address', 'commitStatusExpr', 'type'],
    required: ['address', 'type', ...(fieldOf(options, 'type') === 'azuredevops' ? [] : ['secret'])],
    keys: ['token'],
    makes: 'commit-status',
  });

/**
 * A `repository_dispatch` event for workflows of GitHub Actions.
 *
 * @see https://fluxcd.io/flux/components/notification/providers/#github-dispatch
 */
export const githubDispatch = (options: GitHubDispatchOptions): Destination =>
  destination(options, {
    by: 'githubDispatch',
    type: 'githubdispatch',
    options: ['address'],
    required: ['address', 'secret'],
    keys: ['token'],
  });
