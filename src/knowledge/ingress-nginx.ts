import { fieldsOf } from '../json/as-shape.js';
import { readField } from '../json/read-field.js';
import { selectsAll } from './form/blocking-webhook.js';
import { defineProject } from './form/project.js';

/** The Ingress NGINX Controller. https://kubernetes.github.io/ingress-nginx/ */
export const ingressNginx = defineProject({
  name: 'Ingress NGINX Controller',
  blocks: {
    // https://github.com/kubernetes/ingress-nginx/blob/main/charts/ingress-nginx/templates/admission-webhooks/validating-webhook.yaml
    'ingress-nginx': [
      {
        on: 'networking.k8s.io/Ingress',
        exceptIn: (values) => {
          const settings = fieldsOf(readField(values, 'controller.admissionWebhooks'));
          const { enabled, failurePolicy, namespaceSelector, objectSelector } = settings;
          if (enabled === false || failurePolicy === 'Ignore') return undefined;
          return selectsAll(namespaceSelector, objectSelector) ? [] : undefined;
        },
        off: "controller: { admissionWebhooks: { failurePolicy: 'Ignore' } }",
      },
    ],
  },
});
