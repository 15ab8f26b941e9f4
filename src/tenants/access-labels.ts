/**
 * The label that lets a tenant's namespaces use a Gateway, for `allowedRoutes` of its listeners. `tenant()` sets it where
 * `gateways` lists the Gateway.
 *
 * @example allowedRoutes: { namespaces: { from: 'Selector', selector: { matchLabels: gatewayLabel('public') } } }
 */
export const gatewayLabel = (gateway: string): Readonly<Record<string, string>> => ({
  [`gateway.fluxspan.dev/${gateway}`]: 'allowed',
});

/**
 * The label that lets a tenant's namespaces use a ClusterSecretStore, for its `conditions`. `tenant()` sets it where `stores`
 * lists the store.
 *
 * @example conditions: [{ namespaceSelector: { matchLabels: storeLabel('vault') } }]
 */
export const storeLabel = (store: string): Readonly<Record<string, string>> => ({
  [`store.fluxspan.dev/${store}`]: 'allowed',
});
