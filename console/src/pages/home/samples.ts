import type { Sample } from '../../components/CodeSample.tsx'
import { SAMPLE_TOKEN, serviceUrl } from '../../samples.ts'

/** Sends 100 GBP of a profile to a new recipient in euros, as code for curl, the SDK and the CLI. */
export function firstTransferSamples(profileId: number): readonly Sample[] {
  return [
    { name: 'curl', code: curlSample(profileId) },
    { name: 'SDK', code: sdkSample(profileId) },
    { name: 'CLI', code: cliSample(profileId) },
  ]
}

const curlSample = (profileId: number) => `U=${serviceUrl}
TOKEN=${SAMPLE_TOKEN}
get() { curl -s "$U$1" -H "Authorization: Bearer $TOKEN"; }
post() { curl -s "$U$1" -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d "$2"; }

RECIPIENT=$(post /v1/accounts '{
  "profile": ${profileId}, "currency": "EUR", "type": "iban",
  "accountHolderName": "Nora Sample",
  "details": {"legalType": "PRIVATE", "IBAN": "FR1420041010050500013M02606"}
}' | jq .id)
QUOTE=$(post /v3/profiles/${profileId}/quotes '{
  "sourceCurrency": "GBP", "targetCurrency": "EUR", "sourceAmount": 100,
  "targetAccount": '$RECIPIENT', "preferredPayIn": "BALANCE"
}' | jq -r .id)
TRANSFER=$(post /v1/transfers '{
  "targetAccount": '$RECIPIENT', "quoteUuid": "'$QUOTE'",
  "customerTransactionId": "'$(node -p 'crypto.randomUUID()')'",
  "details": {"reference": "Rent"}
}' | jq .id)
post /v3/profiles/${profileId}/transfers/$TRANSFER/payments \\
  '{"type": "BALANCE"}' | jq -r .status

# The sandbox waits for you: in live mode the operator takes these two steps.
get /v1/simulation/transfers/$TRANSFER/funds_converted | jq -r .status
get /v1/simulation/transfers/$TRANSFER/outgoing_payment_sent | jq -r .status`

const sdkSample = (profileId: number) => `import { createGodwit } from '@godwit/sdk'

const godwit = createGodwit({
  baseUrl: '${serviceUrl}',
  token: '${SAMPLE_TOKEN}',
})
const path = { profileId: ${profileId} }

const recipient = await godwit.recipients.createRecipient({
  body: {
    profile: path.profileId,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: 'Nora Sample',
    details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
  },
})
const quote = await godwit.quotes.createQuote({
  path,
  body: {
    sourceCurrency: 'GBP',
    targetCurrency: 'EUR',
    sourceAmount: 100,
    targetAccount: recipient.id,
    preferredPayIn: 'BALANCE',
  },
})
const transfer = await godwit.transfers.createTransfer({
  body: { targetAccount: recipient.id, quoteUuid: quote.id, details: { reference: 'Rent' } },
})
const payment = await godwit.transfers.fundTransfer({
  path: { ...path, transferId: transfer.id },
  body: { type: 'BALANCE' },
})
console.log(payment.status)

// The sandbox waits for you: in live mode the operator takes these two steps.
const ofTransfer = { path: { transferId: transfer.id } }
const converted = await godwit.simulation.simulateTransferFundsConverted(ofTransfer)
console.log(converted.status)
const sent = await godwit.simulation.simulateTransferOutgoingPaymentSent(ofTransfer)
console.log(sent.status)`

const cliSample = (profileId: number) => `export GODWIT_URL=${serviceUrl}

RECIPIENT=$(npx godwit api createRecipient --json \\
  --set profile=${profileId} --set currency=EUR --set type=iban \\
  --set accountHolderName='Nora Sample' --set details.legalType=PRIVATE \\
  --set details.IBAN=FR1420041010050500013M02606 | jq .id)
QUOTE=$(npx godwit api createQuote --json --set profileId=${profileId} \\
  --set sourceCurrency=GBP --set targetCurrency=EUR --set sourceAmount=100 \\
  --set targetAccount=$RECIPIENT --set preferredPayIn=BALANCE | jq -r .id)
TRANSFER=$(npx godwit api createTransfer --json --set targetAccount=$RECIPIENT \\
  --set quoteUuid=$QUOTE --set details.reference=Rent | jq .id)
npx godwit api fundTransfer --json --set profileId=${profileId} \\
  --set transferId=$TRANSFER --set type=BALANCE | jq -r .status

# The sandbox waits for you: in live mode the operator takes these two steps.
npx godwit api simulateTransferFundsConverted --json \\
  --set transferId=$TRANSFER | jq -r .status
npx godwit api simulateTransferOutgoingPaymentSent --json \\
  --set transferId=$TRANSFER | jq -r .status`
