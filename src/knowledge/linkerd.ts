import { fieldsOf } from '../json/as-shape.js';
import { namespacesLeftOut, selectsAll } from './form/blocking-webhook.js';
import { defineProject } from './form/project.js';

/** Linkerd. https://linkerd.io/ */
export const linkerd = defineProject({
  name: 'Linkerd',
  blocks: {
    // The proxy injector is asked about pods and Services, and fails open by default:
    // https://github.com/linkerd/linkerd2/blob/main/charts/linkerd-control-plane/templates/proxy-injector-rbac.yaml
    'linkerd-control-plane': [
      {
        on: '/Service',
        exceptIn: ({ webhookFailurePolicy, proxyInjector }) => {
          const { namespaceSelector, objectSelector } = fieldsOf(proxyInjector);
          if (webhookFailurePolicy !== 'Fail' || !selectsAll(objectSelector)) return undefined;
          if (namespaceSelector === undefined) return ['kube-system', 'cert-manager'];
          return namespacesLeftOut(namespaceSelector, ['config.linkerd.io/admission-webhooks']);
        },
      },
    ],
  },
});
