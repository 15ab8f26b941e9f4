/** The URLs of services that let whoever knows them post: what comes before the secret, and the secret. */
const FORMS: readonly (readonly [service: string, form: RegExp])[] = [
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  ['Slack', /(hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Z]?\w{6,}\/(?:\w{6,}\/)*)(\w{20,})/g],
  // https://docs.discord.com/developers/resources/webhook
  ['Discord', /(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,20}\/)([\w-]{50,})/g],
  // Connectors of Office 365, and workflows of Power Automate.
  ['Microsoft Teams', /((?:outlook|\.webhook)\.office\.com\/webhook(?:b2)?\/)([\w@-]{60,}\/[\w/-]{40,})/g],
  ['Power Automate', /((?:logic\.azure|powerplatform)\.com(?::\d+)?\/[^\s"'<>]{0,2000}[?&]sig=)([\w%-]{30,})/g],
  // https://developers.google.com/workspace/chat/quickstart/webhooks
  ['Google Chat', /(\bchat\.googleapis\.com\/v1\/spaces\/[^\s"'<>]{0,2000}[?&]token=)([\w%-]{30,})/g],
  ['Lark', /(\bopen\.(?:larksuite|feishu)\.c(?:om|n)\/open-apis\/bot\/v2\/hook\/)([\da-f-]{36})/g],
  // https://learn.microsoft.com/azure/event-hubs/event-hubs-get-connection-string
  ['Azure Event Hubs', /(\bSharedAccessKey=)([A-Za-z0-9+/%]{40,}={0,2})/g],
];

const MAY_HOLD = /slack|discord|office|azure|powerplatform|googleapis|feishu|larksuite|SharedAccessKey/;

/** `XXXX` and `0000` are written where a secret is to be. */
const FEWEST_CHARACTERS = 8;
const isPlaceholder = (secret: string): boolean => new Set(secret).size < FEWEST_CHARACTERS;

/** The service whose webhook a text has with its secret; undefined where there is none, or only a placeholder. */
export const findWebhookSecret = (text: string): string | undefined =>
  MAY_HOLD.test(text)
    ? FORMS.find(([, form]) => [...text.matchAll(form)].some(([, , secret = '']) => !isPlaceholder(secret)))?.[0]
    : undefined;

/** A text without the secrets of webhooks. @param hide gives what stands for one */
export const hideWebhookSecrets = (text: string, hide: (secret: string) => string = () => '…'): string =>
  MAY_HOLD.test(text)
    ? FORMS.reduce(
        (now, [, form]) =>
          now.replace(form, (all, before: string, secret: string) =>
            isPlaceholder(secret) ? all : before + hide(secret),
          ),
        text,
      )
    : text;
