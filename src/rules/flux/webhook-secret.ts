import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { findWebhookSecret } from '../../diagnostics/webhook-secrets.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const webhookSecret = defineDiagnostic({
  code: 'FX663',
  name: 'webhook-secret',
  severity: 'error',
  summary:
    'The address of a Provider is the webhook of a chat or the key of an event hub: everyone who reads the tree can post there.',
  page: {
    example:
      "new Provider(scope, 'slack', { spec: { type: 'slack', address: 'https://hooks.slack.com/services/T…/B…/…' } })",
    right: "spec: { type: 'slack', secretRef: { name: 'slack' } }   // a Secret with the URL as its key address",
  },
  exceptable: true,
});

/** The URL of a webhook is a secret, so the tree has none. */
export const webhookSecretRule = defineRule([webhookSecret], (_, report, { index }) => {
  for (const object of objectsOfKind(index, 'notification.toolkit.fluxcd.io/Provider')) {
    const { address } = specOf(object);
    const service = typeof address === 'string' ? findWebhookSecret(address) : undefined;
    if (service === undefined) continue;
    report(
      diagnose(webhookSecret, {
        message: `${object.title} has the secret of a webhook in its address (${service}): whoever reads the tree can post there`,
        at: placeIn(object, 'spec.address'),
        fix: 'put the URL into a Secret as its key address, and name that with secretRef: { name: … }; if it was committed before, make a new one',
      }),
    );
  }
});
