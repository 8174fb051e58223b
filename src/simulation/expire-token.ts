import Type from 'typebox'
import { writes } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { expireBearer } from '../users/index.ts'
import { TokenPermanent } from './errors.ts'

/** Lets an integrator rehearse what a client does when its access token has expired (D103). */
export const tokensExpire = writes(
  {
    id: 'simulation.tokens-expire',
    operationId: 'expireToken',
    route: 'POST /v1/simulation/tokens/expire',
    summary: 'The access token that is sent expires now, so that a refresh can be rehearsed.',
    spec: 'D103',
    access: { token: 'any' },
    sandboxOnly: true,
    status: 204,
    reply: Type.Null(),
    changesCaller: true,
    // The token is no longer valid.
    onRepeat: { page: 401 },
    errors: [TokenPermanent],
  },
  async (tx, { headers, realNow }) => {
    const isExpired = await expireBearer(tx, headers['authorization'], realNow())
    if (!isExpired) refuse(TokenPermanent)
    return null
  },
)
