import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { findWebhookSecret } from '../diagnostics/webhook-secrets.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isText } from '../json/is-text.js';
import { hasSecretForm } from '../redaction/secret-forms.js';
import type { Alerts } from './alerts.js';
import { common, DESTINATION, type Destination, type DestinationData, isDestination } from './destination.js';
import { alertOption, secretInClear } from './diagnostics.js';
import { isNotificationSecret, SECRET_FIX } from './notification-secret.js';
import type { PushReceiver } from './receiver.js';

/** Hears what is wrong: `isSecret` if the value must not be shown. */
type Refuse = (message: string, fix: string, path: string, isSecret?: boolean) => void;

export const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
/** The name of a destination, which a stage's name may precede. */
export const DESTINATION_NAME = /^[a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?$/;
const STATUS_TYPES: readonly unknown[] = ['azuredevops', 'bitbucket', 'bitbucketserver', 'gitea', 'github', 'gitlab'];
const RECEIVER_TYPES: readonly string[] = [
  'acr',
  'bitbucket',
  'cdevents',
  'dockerhub',
  'gcr',
  'generic',
  'generic-hmac',
  'generic-oidc',
  'github',
  'gitlab',
  'harbor',
  'nexus',
  'quay',
];
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isRef = (value: unknown): boolean => isPlainRecord(value) && isText(value['name']);
export const HTTP_URL = /^https?:\/\/[^\s/]+/;
const isUrl = (value: unknown): boolean => typeof value === 'string' && HTTP_URL.test(value);

/** What each option must be, and how to write it. */
const optionTypes: Readonly<Record<string, readonly [isGood: (value: unknown) => boolean, fix: string]>> = {
  address: [isUrl, "give a URL: 'https://alerts.example.org/flux'"],
  bot: [isFlag, 'write true or false'],
  certSecretRef: [isRef, "name a Secret: { name: 'alerts-ca' }"],
  channel: [isText, "name the channel: 'platform'"],
  commitStatusExpr: [isText, 'give a CEL expression that makes a text: "\'flux/\' + event.involvedObject.name"'],
  hmac: [isFlag, 'write true or false'],
  key: [
    (value) => typeof value === 'string' && IDENTIFIER.test(value),
    "give the key of the Secret, which Flux substitutes, so letters, digits and underscores: 'routing_key'",
  ],
  name: [(value) => typeof value === 'string' && DESTINATION_NAME.test(value), "give a DNS label: 'platform-slack'"],
  proxySecretRef: [isRef, "name a Secret: { name: 'proxy' }"],
  serviceAccountName: [isText, "name the account: 'alerts'"],
  suspend: [isFlag, 'write true or false'],
  timeout: [isText, "give a duration: '20s'"],
  type: [(value) => STATUS_TYPES.includes(value), `write one of ${STATUS_TYPES.join(', ')}`],
  username: [isText, "give the name that messages are from: 'flux'"],
};

/** How to write what alerts() takes itself. */
const ownFixes = {
  exclude: 'give a list of texts',
  metadata: "give texts by name: { team: 'claims' }",
  recoveries: 'write true or false',
  requires: 'give a list of texts',
} as const;

/** How to write an option of alerts() or of a destination, by its name. */
export const optionFix = (key: string): string | undefined =>
  optionTypes[key]?.[1] ?? (ownFixes as Readonly<Record<string, string>>)[key];

/** Options that people look for here, and that would be secrets. */
const MAY_BE_SECRET = /(?:address|hook|key|password|secret|token|ur[il])$/i;

/** Whether a text is, or holds, what must not be in code. */
export const isSecretText = (value: unknown): boolean =>
  typeof value === 'string' &&
  (value.includes('://') || findWebhookSecret(value) !== undefined || hasSecretForm(value));

/** Whether what is given as an option that a destination doesn't have must not be in code. Flux has PagerDuty's key as a channel. */
export const isSecretOption = (data: DestinationData | undefined, key: string, value: unknown): boolean =>
  isSecretText(value) || MAY_BE_SECRET.test(key) || (data?.substituted !== undefined && key === 'channel');

const BRING =
  "name the Secret that holds it: { bootstrap: 'slack' } lists it in the contract; if the value was committed, make a new one";

const checkSecret = (who: string, secret: unknown, path: string, refuse: Refuse): void => {
  if (secret === undefined || isNotificationSecret(secret)) {
    if (isSecretText(isPlainRecord(secret) ? secret['bootstrap'] : secret))
      refuse(`\`secret\` of ${who} is a secret value itself`, BRING, path, true);
    return;
  }
  if (isSecretText(secret) || (isPlainRecord(secret) && Object.values(secret).some(isSecretText)))
    refuse(`\`secret\` of ${who} is the address or token itself, in clear text`, BRING, path, true);
  // It may hold the value under any name.
  else refuse(`\`secret\` of ${who} is not where a Secret comes from`, SECRET_FIX, path);
};

const checkDestination = (one: Destination, path: string, refuse: Refuse): void => {
  const { by, given, options, required, substituted } = one[DESTINATION];
  const who = `${by}()`;
  if (!isPlainRecord(given)) {
    refuse(`${who} was given no options`, SECRET_FIX, path);
    return;
  }
  const known = [...common, ...options];
  for (const [key, value] of Object.entries(given)) {
    const at = `${path}.${key}`;
    if (value === undefined) continue;
    if (!known.includes(key)) {
      if (isSecretOption(one[DESTINATION], key, value)) refuse(`${who} has \`${key}\` in clear text`, BRING, at, true);
      else refuse(`${who} has no option "${key}"`, suggest(key, known), at);
    } else if (key === 'secret') checkSecret(who, value, at, refuse);
    else {
      const [isGood, fix] = optionTypes[key]!;
      if (!isGood(value))
        refuse(`\`${key}\` of ${who} is ${isSecretText(value) ? 'of the wrong form' : formatValue(value)}`, fix, at);
      else if (key === 'channel' && isSecretText(value))
        refuse(`${who} has a secret as its \`channel\``, BRING, at, true);
    }
  }
  for (const key of required) {
    if (given[key] !== undefined) continue;
    refuse(`${who} has no \`${key}\``, key === 'secret' ? SECRET_FIX : optionTypes[key]![1], `${path}.${key}`);
  }
  const { secret } = given;
  if (
    substituted !== undefined &&
    isPlainRecord(secret) &&
    secret['bootstrap'] === undefined &&
    isNotificationSecret(secret)
  )
    refuse(
      `\`secret\` of ${who} must be in the cluster before its Kustomization, which substitutes the key`,
      "write { bootstrap: 'pagerduty' }, or the name of a Secret that an earlier addon makes",
      `${path}.secret`,
    );
};

const ALERTS_OPTIONS = ['exclude', 'metadata', 'recoveries', 'requires', 'to'];

/** Finds all that is wrong with alerts, which may come without types. Nothing that may be secret is shown. */
export const alertsProblems = ({ options, place }: Alerts): readonly Diagnostic[] => {
  const { problems, refuse } = collect(place);
  const given: unknown = options;
  if (!isPlainRecord(given)) {
    refuse(
      'alerts() was given no options',
      "write alerts({ to: slack({ secret: { bootstrap: 'slack' } }) })",
      'alerts',
    );
    return problems;
  }
  for (const key of Object.keys(given)) {
    if (!ALERTS_OPTIONS.includes(key))
      refuse(`alerts() has no option "${key}"`, suggest(key, ALERTS_OPTIONS), `alerts.${key}`);
  }
  const { to, recoveries, exclude, metadata, requires } = given;
  const all: readonly unknown[] = Array.isArray(to) ? to : to === undefined ? [] : [to];
  if (all.length === 0)
    refuse('alerts() has no destination', "write to: slack({ secret: { bootstrap: 'slack' } })", 'alerts.to');
  for (const [index, one] of all.entries()) {
    const path = Array.isArray(to) ? `alerts.to[${index}]` : 'alerts.to';
    if (isDestination(one)) checkDestination(one, path, refuse);
    else if (isSecretText(one))
      refuse(
        'a destination of alerts() is a text that may be secret',
        "write slack({ secret: { bootstrap: 'slack' } })",
        path,
        true,
      );
    else if (!isPlainRecord(one) || !isText(one['type']))
      refuse(
        'a destination of alerts() is neither one like slack() nor the spec of a Provider',
        "write slack({ … }), or { type: 'telegram', … }",
        path,
      );
  }
  if (recoveries !== undefined && !isFlag(recoveries))
    refuse(`\`recoveries\` of alerts() is ${formatValue(recoveries)}`, ownFixes.recoveries, 'alerts.recoveries');
  for (const [key, value] of Object.entries({ exclude, requires })) {
    if (value !== undefined && !(Array.isArray(value) && value.every(isText)))
      refuse(`\`${key}\` of alerts() is ${formatValue(value)}`, ownFixes.exclude, `alerts.${key}`);
  }
  if (
    metadata !== undefined &&
    !(isPlainRecord(metadata) && Object.values(metadata).every((one) => typeof one === 'string'))
  )
    refuse(`\`metadata\` of alerts() is ${formatValue(metadata)}`, ownFixes.metadata, 'alerts.metadata');
  return problems;
};

const RECEIVER_OPTIONS = [
  'events',
  'interval',
  'oidcProviders',
  'resourceFilter',
  'route',
  'secret',
  'suspend',
  'type',
];

/** Finds all that is wrong with a receiver. */
export const receiverProblems = ({ options, place }: PushReceiver): readonly Diagnostic[] => {
  const { problems, refuse } = collect(place);
  const given: unknown = options;
  if (!isPlainRecord(given)) {
    refuse(
      'receiver() was given no options',
      "write receiver({ type: 'github', secret: { bootstrap: 'push' } })",
      'receiver',
    );
    return problems;
  }
  for (const [key, value] of Object.entries(given)) {
    if (RECEIVER_OPTIONS.includes(key)) continue;
    if (MAY_BE_SECRET.test(key) || isSecretText(value))
      refuse(`receiver() has \`${key}\` in clear text`, BRING, `receiver.${key}`, true);
    else refuse(`receiver() has no option "${key}"`, suggest(key, RECEIVER_OPTIONS), `receiver.${key}`);
  }
  const { type, secret, events, route } = given;
  if (!RECEIVER_TYPES.includes(String(type)))
    refuse(
      `\`type\` of receiver() is ${formatValue(type)}`,
      `write one of ${RECEIVER_TYPES.join(', ')}`,
      'receiver.type',
    );
  checkSecret('receiver()', secret, 'receiver.secret', refuse);
  if (type === 'generic-oidc' && secret !== undefined)
    refuse(
      'receiver() of the type generic-oidc takes no `secret`: the OIDC provider signs',
      'take it out',
      'receiver.secret',
    );
  if (type !== 'generic-oidc' && secret === undefined)
    refuse(
      'receiver() has no `secret`, and Flux makes its path of one',
      "give it the Secret with the key token: { bootstrap: 'push' }",
      'receiver.secret',
    );
  if (events !== undefined && !(Array.isArray(events) && events.every(isText)))
    refuse(`\`events\` of receiver() is ${formatValue(events)}`, "give a list: ['push']", 'receiver.events');
  const gateway = isPlainRecord(route) ? route['gateway'] : undefined;
  if (
    route !== undefined &&
    !(
      isPlainRecord(route) &&
      isText(route['host']) &&
      isRef(gateway) &&
      isText((gateway as { namespace?: unknown }).namespace)
    )
  )
    refuse(
      '`route` of receiver() lacks a host or a Gateway',
      "write { host: 'flux.example.org', gateway: { name: 'public', namespace: 'ingress' } }",
      'receiver.route',
    );
  return problems;
};

const collect = (place: () => string | undefined) => {
  const problems: Diagnostic[] = [];
  const refuse: Refuse = (message, fix, path, isSecret = false) => {
    const source = place();
    problems.push(
      diagnose(isSecret ? secretInClear : alertOption, {
        message,
        fix,
        at: { path, ...(source === undefined ? {} : { source }) },
      }),
    );
  };
  return { problems, refuse };
};
