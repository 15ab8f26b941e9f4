import { z } from 'zod';
import { DESTINATION_NAME, HTTP_URL, IDENTIFIER } from '../alerts/check-alerts.js';
import {
  dataOf,
  destinationOfType,
  optionsOfType,
  otherTypes,
  typesWithFunction,
} from '../alerts/destination-of-type.js';

const text = z.string().min(1);
const named = z.strictObject({ name: text });

const secretObject = z.strictObject({
  store: z
    .union([text, z.strictObject({ kind: z.enum(['ClusterSecretStore', 'SecretStore']), name: text })])
    .optional()
    .describe('The ClusterSecretStore of External Secrets, by name'),
  key: text.optional().describe('With store: the remote secret'),
  property: text.optional().describe('With store: the property of the remote secret'),
  sops: text.optional().describe('A file that SOPS encrypted: secrets/slack.enc.yaml'),
  bootstrap: text.optional().describe('The same as secretRef'),
  keys: z.array(text).min(1).optional().describe('With bootstrap: the keys of the Secret'),
});

/** All fields that an alert may have, by name. */
const fields: Readonly<Record<string, z.ZodType>> = {
  name: z.string().regex(DESTINATION_NAME).describe('The name of the Provider and the Alert; by default, the type'),
  secretRef: named.meta({
    id: 'alertSecretRef',
    description: 'The Secret with the address or the token; of pagerduty, in flux-system',
  }),
  secret: z.union([text, secretObject]).meta({
    id: 'alertSecret',
    description: 'In place of secretRef: what makes the Secret; or its name, if an addon makes it',
  }),
  address: z.string().regex(HTTP_URL).describe('The URL, which is no secret'),
  bot: z.boolean().describe('Posts as a bot, by the token of the Secret'),
  channel: text.describe('The channel'),
  commitStatusExpr: text.describe('What the status is called, in CEL'),
  key: z.string().regex(IDENTIFIER).describe('The key of the Secret; routing_key by default'),
  username: text.describe('The name that messages are from'),
  certSecretRef: named.describe('The Secret with the certificates'),
  proxySecretRef: named.describe('The Secret with the proxy'),
  proxy: text,
  interval: text,
  serviceAccountName: text,
  suspend: z.boolean(),
  timeout: text,
};

/** What alerts() takes but for where they go. */
const options = {
  recoveries: z.boolean().optional().describe('true also posts what works again'),
  exclude: z.array(text).optional().describe('Messages to leave out, as RE2 expressions'),
  metadata: z.record(z.string(), z.string()).optional().describe('What every message has in addition'),
  requires: z.array(text).optional().describe('Capabilities that it requires, such as the addon that makes the store'),
};

const fieldsOf = (type: string): Readonly<Record<string, z.ZodType>> => {
  const made = destinationOfType(type, {});
  // With an address, nothing else is required of some.
  const required = (made === undefined ? undefined : dataOf(made))?.required ?? [];
  return Object.fromEntries(
    [...optionsOfType(type).filter((key) => key !== 'secretRef'), 'secretRef'].map((key) => [
      key,
      required.includes(key) && key !== 'secret' ? fields[key]! : fields[key]!.optional(),
    ]),
  );
};

const [first, ...more] = [
  ...typesWithFunction.map((type) => z.strictObject({ type: z.literal(type), ...fieldsOf(type), ...options })),
  z.strictObject({
    type: z.enum(otherTypes),
    ...fieldsOf(otherTypes[0]),
    // Some have a scheme of their own.
    address: text.optional().describe('The address, if it is no secret'),
    ...options,
  }),
];
const alert = z.discriminatedUnion('type', [first!, ...more]).meta({
  id: 'alert',
  description: 'Where errors of the team are posted: the fields of a Provider, and those of alerts()',
});

/** `alerts` of a team. */
export const alertsSchema = z
  .union([z.literal(false), alert, z.array(alert).min(1)])
  .meta({ id: 'alerts', description: 'Where errors of the team are posted. false: nowhere' });

/** The keys of an alert of a type, for hints. */
export const alertKeys = (type: unknown): readonly string[] => [
  'type',
  ...new Set([...(typeof type === 'string' ? optionsOfType(type) : []), 'secretRef', ...Object.keys(options)]),
];

export const alertSecretKeys = Object.keys(secretObject.shape);
