import { createHash } from 'node:crypto';

/** Characters that look like a secret. Made here, so that nothing takes a text of this repository for one. */
export const madeUp = (length: number, characters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789') =>
  [...createHash('sha512').update('a').digest(), ...createHash('sha512').update('b').digest()]
    .slice(0, length)
    .map((byte) => characters[byte % characters.length])
    .join('');

const hex = (length: number) => madeUp(length, '0123456789abcdef');
const guid = () => [8, 4, 4, 4, 12].map(hex).join('-');

/** One URL of each service, in the form that the service gives out. */
export const madeUpWebhooks = (): readonly string[] => [
  `https://hooks.slack.com/services/T01ABCDEFGH/B01ABCDEFGH/${madeUp(24)}`,
  `https://hooks.slack.com/triggers/T01ABCDEFGH/1234567890123/${hex(32)}`,
  `https://discord.com/api/webhooks/123456789012345678/${madeUp(68)}`,
  `https://example.webhook.office.com/webhookb2/${guid()}@${guid()}/IncomingWebhook/${hex(32)}/${guid()}`,
  `https://prod-12.westeurope.logic.azure.com:443/workflows/${hex(32)}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${madeUp(43)}`,
  `https://chat.googleapis.com/v1/spaces/AAAA/messages?key=${madeUp(39)}&token=${madeUp(43)}`,
  `https://open.larksuite.com/open-apis/bot/v2/hook/${guid()}`,
  `Endpoint=sb://example.servicebus.windows.net/;SharedAccessKeyName=flux;SharedAccessKey=${madeUp(43)}=;EntityPath=events`,
];

/** What documentation writes, and URLs of the same services that hold no secret. */
export const placeholders: readonly string[] = [
  'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
  'https://hooks.slack.com/services/YOUR/SLACK/WEBHOOK',
  'https://hooks.slack.com/services/...',
  'https://slack.com/api/chat.postMessage',
  'https://discord.com/api/webhooks/...',
  'https://discord.com/api/webhooks/${DISCORD:=none}',
  'https://prod-xxx.yyy.logic.azure.com:443/workflows/zzz/triggers/manual/paths/invoke?sig=example',
  'https://chat.googleapis.com/v1/spaces/...',
  'https://open.larksuite.com/open-apis/bot/v2/hook/xxxxxxxxxxxxxxxxx',
  'https://open.larksuite.com/open-apis/bot/v2/hook/00000000-0000-0000-0000-000000000000',
  'https://events.pagerduty.com',
  'https://webhook.example.org/flux',
];
