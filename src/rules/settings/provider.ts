import { isUnset, type Judge, literal, type SettingFault } from './setting.js';

/** Types of Providers whose address is a URL that Flux calls. */
const CALLS: ReadonlySet<unknown> = new Set(
  'slack discord msteams webex alertmanager grafana opsgenie matrix lark googlechat rocket pagerduty zoom incident.io generic generic-hmac'.split(
    ' ',
  ),
);
/** Types of Providers that need an address of another form. */
const ADDRESSES: ReadonlyMap<unknown, string> = new Map([
  ['nats', 'NATS server (address) cannot be empty'],
  ['googlepubsub', 'GCP project ID cannot be empty'],
  ['sentry', 'DSN cannot be empty'],
  ['azureeventhub', 'invalid authentication options: endpoint URL cannot be empty'],
]);
/** Types of Providers that need a channel, and what the channel is. */
const CHANNELS: ReadonlyMap<unknown, readonly [says: string, what: string]> = new Map([
  ['telegram', ['empty Telegram channel', 'the ID of the chat']],
  ['nats', ['NATS subject (channel) cannot be empty', 'the subject']],
  ['googlepubsub', ['GCP Pub/Sub topic ID cannot be empty', 'the ID of the topic']],
  [
    'zulip',
    ["invalid Zulip channel format, expected <channel>/<topic>, got ''", 'a channel and a topic: general/flux'],
  ],
]);
/** The number of parts in a repository's path, for the types that need a repository. */
const REPOSITORIES: ReadonlyMap<unknown, readonly [parts: number, form: string]> = new Map<
  unknown,
  readonly [number, string]
>([
  ...['github', 'githubdispatch', 'githubpullrequestcomment', 'gitea', 'giteapullrequestcomment', 'bitbucket'].map(
    (type) => [type, [2, 'https://HOST/OWNER/REPOSITORY']] as const,
  ),
  ['azuredevops', [4, 'https://dev.azure.com/ORGANIZATION/PROJECT/_git/REPOSITORY']] as const,
]);
/** Types of Providers that log in with the token of their Secret. */
const TOKENS: ReadonlyMap<unknown, string> = new Map([
  ['telegram', 'empty Telegram token'],
  ['opsgenie', 'empty Opsgenie apikey/token'],
  ['datadog', 'token cannot be empty'],
  ['gitlab', 'gitlab token cannot be empty'],
  ['gitlabmergerequestcomment', 'gitlab token cannot be empty'],
  ['gitea', 'gitea token cannot be empty'],
  ['giteapullrequestcomment', 'gitea token cannot be empty'],
  ['bitbucketserver', 'invalid credentials, expected to be one of username/password or API Token'],
  ['zoom', 'empty Zoom verification token'],
  ['incident.io', 'empty incident.io API token'],
  ['bitbucket', 'bitbucket token cannot be empty'],
  ['generic-hmac', 'HMAC key is empty'],
  ...['github', 'githubdispatch', 'githubpullrequestcomment'].map(
    (type) => [type, 'github token or github app details must be specified'] as const,
  ),
]);

/** Whether Providers of a type log in with a token alone. */
export const needsToken = (type: unknown): boolean => TOKENS.has(type);
/** Whether Providers of a type need an address. */
export const needsAddress = (type: unknown): boolean => CALLS.has(type) || ADDRESSES.has(type);

/** https://github.com/fluxcd/notification-controller/tree/main/internal/notifier */
export const provider: Judge = ({ type, address: given, secretRef, channel }) => {
  const address = literal(given);
  if (CALLS.has(type)) {
    if (isUnset(given) && secretRef === undefined) {
      return {
        path: 'spec.type',
        what: `is of the type "${String(type)}" and has neither an address nor a Secret with one`,
        says: 'parse "": empty url',
        fix: 'add address: the URL to call; or secretRef: { name: … }, a Secret with the key address',
      };
    }
    // Go parses an address with a leading slash as a URL.
    if (address !== undefined && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)) {
      return {
        path: 'spec.address',
        what: `has the address ${JSON.stringify(address)}, which isn't a URL`,
        says: `parse "${address}": invalid URI for request`,
        fix: `write the whole URL: 'https://${address}'`,
      };
    }
  }
  const says = TOKENS.get(type);
  if (says !== undefined && secretRef === undefined) {
    return {
      path: 'spec.type',
      what: `is of the type "${String(type)}" and has no Secret with its token`,
      says,
      fix: 'add secretRef: { name: … }, a Secret with the key token',
    };
  }
  const needsAddress = ADDRESSES.get(type);
  if (needsAddress !== undefined && isUnset(given) && secretRef === undefined) {
    return {
      path: 'spec.type',
      what: `is of the type "${String(type)}" and has neither an address nor a Secret with one`,
      says: needsAddress,
      fix: 'add address; or secretRef: { name: … }, a Secret with the key address',
    };
  }
  const needsChannel = CHANNELS.get(type);
  if (needsChannel !== undefined && isUnset(channel)) {
    return {
      path: 'spec.type',
      what: `is of the type "${String(type)}" and has no channel`,
      says: needsChannel[0],
      fix: `add channel: ${needsChannel[1]}`,
    };
  }
  const topic = literal(channel);
  if (type === 'zulip' && topic !== undefined && !/^[^/]+\/./.test(topic)) {
    return {
      path: 'spec.channel',
      what: `has the channel ${JSON.stringify(topic)}, which names no topic`,
      says: `invalid Zulip channel format, expected <channel>/<topic>, got '${topic}'`,
      fix: `write '${topic.replace(/\/.*$/, '')}/TOPIC'`,
    };
  }
  return repository(type, address);
};

/** The address of a Provider that comments on commits must be a repository. */
const repository = (type: unknown, address: string | undefined): SettingFault | undefined => {
  const [parts, form] = REPOSITORIES.get(type) ?? [];
  const [, path] = /^(?:https?|ssh):\/\/[^/]+\/*(.*)$/.exec(address ?? '') ?? [];
  if (parts === undefined || path === undefined) return undefined;
  const id = path.replace(/\.git$/, '');
  return id.split('/').length === parts
    ? undefined
    : {
        path: 'spec.address',
        what: `has the address ${JSON.stringify(address)}, which isn't that of a repository`,
        says: `invalid repository id: '${id}'`,
        fix: `write it as ${form}`,
      };
};
