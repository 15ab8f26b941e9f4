import { defineProject } from './form/project.js';

/** OPA Gatekeeper. https://open-policy-agent.github.io/gatekeeper/website/docs/ */
export const gatekeeper = defineProject({
  name: 'Gatekeeper',
  blocks: {
    // Its webhook for all objects fails open by default, and the one for a label of namespaces doesn't:
    // https://github.com/open-policy-agent/gatekeeper/blob/master/charts/gatekeeper/README.md#parameters
    gatekeeper: [
      {
        on: '/Namespace',
        exceptIn: ({ disableValidatingWebhook, validatingWebhookCheckIgnoreFailurePolicy }) =>
          disableValidatingWebhook === true || validatingWebhookCheckIgnoreFailurePolicy === 'Ignore' ? undefined : [],
        off: "validatingWebhookCheckIgnoreFailurePolicy: 'Ignore'",
      },
    ],
  },
});
