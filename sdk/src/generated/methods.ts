// Printed by `npm run print` from the OpenAPI document; do not edit.

import type { CallOptions } from '../godwit.ts'
import type { Ops } from './client.ts'

type Args<Id extends keyof Ops> = Omit<Ops[Id]['args'], 'body' | 'headers'> &
  BodyOf<Ops[Id]['args']> & { headers?: Readonly<Record<string, string>> }
/** The client makes `customerTransactionId` when it is left out. */
type BodyOf<Args> = Args extends { body: infer Body }
  ? { body: Body extends { customerTransactionId: string } ? WithOptionalKey<Body> : Body }
  : Args extends { body?: infer Body }
    ? { body?: Body }
    : unknown
type WithOptionalKey<Body> = Omit<Body, 'customerTransactionId'> & { customerTransactionId?: string }
type Result<Id extends keyof Ops> = Ops[Id]['result']
/** With the ETag of an earlier reply, the result is undefined while that reply is current. */
type IfNoneMatch = { headers: { 'If-None-Match': string } }

export type Methods = {
  readonly security: {
    /** Open the page on which a person approves an action of an application. */
    openApprovalPage(args: Args<'openApprovalPage'>, options?: CallOptions): Promise<Result<'openApprovalPage'>>
    /** Submit the approval page: clear a challenge, send a code, or decline. */
    answerApprovalPage(args: Args<'answerApprovalPage'>, options?: CallOptions): Promise<Result<'answerApprovalPage'>>
    /** Get the public key with which to encrypt request bodies that contain a PIN. */
    getPayloadEncryptionKey(args?: Args<'getPayloadEncryptionKey'>, options?: CallOptions): Promise<Result<'getPayloadEncryptionKey'>>
    /** Clear a challenge of a one-time token with a face map (another spelling). */
    verifyFaceMapAlias1(args: Args<'verifyFaceMapAlias1'>, options?: CallOptions): Promise<Result<'verifyFaceMapAlias1'>>
    /** Clear a challenge of a one-time token with the PIN (another spelling). */
    verifyPinAlias1(args: Args<'verifyPinAlias1'>, options?: CallOptions): Promise<Result<'verifyPinAlias1'>>
    /** Get the open challenges of a one-time token. */
    getOneTimeToken(args?: Args<'getOneTimeToken'>, options?: CallOptions): Promise<Result<'getOneTimeToken'>>
    /** Clear a challenge of a one-time token with a face map. */
    verifyFaceMap(args: Args<'verifyFaceMap'>, options?: CallOptions): Promise<Result<'verifyFaceMap'>>
    /** Clear a challenge of a one-time token with the PIN. */
    verifyPin(args: Args<'verifyPin'>, options?: CallOptions): Promise<Result<'verifyPin'>>
    /** Send a code to the verified phone number. The code clears a challenge. */
    sendSmsCode(args?: Args<'sendSmsCode'>, options?: CallOptions): Promise<Result<'sendSmsCode'>>
    /** Clear a challenge of a one-time token with the code from a text message. */
    verifySmsCode(args: Args<'verifySmsCode'>, options?: CallOptions): Promise<Result<'verifySmsCode'>>
    /** Get the open challenges of a one-time token (another spelling). */
    getOneTimeTokenAlias1(args?: Args<'getOneTimeTokenAlias1'>, options?: CallOptions): Promise<Result<'getOneTimeTokenAlias1'>>
    /** Enrol a face map. */
    enrolFaceMap(args: Args<'enrolFaceMap'>, options?: CallOptions): Promise<Result<'enrolFaceMap'>>
    /** Add a phone number and send a code to it. */
    createPhoneNumber(args: Args<'createPhoneNumber'>, options?: CallOptions): Promise<Result<'createPhoneNumber'>>
    /** List the user's phone numbers. */
    listPhoneNumbers(args?: Args<'listPhoneNumbers'>, options?: CallOptions): Promise<Result<'listPhoneNumbers'>>
    /** Change a phone number and send a code to it. The new number is unverified. */
    updatePhoneNumber(args: Args<'updatePhoneNumber'>, options?: CallOptions): Promise<Result<'updatePhoneNumber'>>
    /** Delete a phone number. */
    deletePhoneNumber(args: Args<'deletePhoneNumber'>, options?: CallOptions): Promise<Result<'deletePhoneNumber'>>
    /** Verify a phone number with the code that was sent to it. */
    verifyPhoneNumber(args: Args<'verifyPhoneNumber'>, options?: CallOptions): Promise<Result<'verifyPhoneNumber'>>
    /** Set up a PIN. */
    createPin(args: Args<'createPin'>, options?: CallOptions): Promise<Result<'createPin'>>
    /** Register a public key. A signature by its private key clears the challenges of a request with a personal token. */
    createSigningKey(args: Args<'createSigningKey'>, options?: CallOptions): Promise<Result<'createSigningKey'>>
    /** List the user's signing keys. */
    listSigningKeys(args?: Args<'listSigningKeys'>, options?: CallOptions): Promise<Result<'listSigningKeys'>>
    /** Delete a signing key. */
    deleteSigningKey(args: Args<'deleteSigningKey'>, options?: CallOptions): Promise<Result<'deleteSigningKey'>>
    /** Enrol a face map (another spelling). */
    enrolFaceMapAlias1(args: Args<'enrolFaceMapAlias1'>, options?: CallOptions): Promise<Result<'enrolFaceMapAlias1'>>
    /** Set up a PIN (another spelling). */
    createPinAlias1(args: Args<'createPinAlias1'>, options?: CallOptions): Promise<Result<'createPinAlias1'>>
    /** Delete the face map. */
    deleteFaceMap(args: Args<'deleteFaceMap'>, options?: CallOptions): Promise<Result<'deleteFaceMap'>>
    /** Delete the PIN. */
    deletePin(args: Args<'deletePin'>, options?: CallOptions): Promise<Result<'deletePin'>>
  }
  readonly cards: {
    /** Get the key that encrypts requests for card data. */
    getCardEncryptingKey(args?: Args<'getCardEncryptingKey'>, options?: CallOptions): Promise<Result<'getCardEncryptingKey'>>
    /** Get number, expiry date and verification code of a card, encrypted (JWE). */
    getCardDetails(args: Args<'getCardDetails'>, options?: CallOptions): Promise<Result<'getCardDetails'>>
    /** Get the PIN of a card, encrypted (JWE). */
    getCardPin(args: Args<'getCardPin'>, options?: CallOptions): Promise<Result<'getCardPin'>>
    /** Choose the PIN of a card that is not issued yet. */
    presetCardPin(args: Args<'presetCardPin'>, options?: CallOptions): Promise<Result<'presetCardPin'>>
    /** List the cards of a profile in the order in which they were issued. */
    listCards(args: Args<'listCards'>, options?: CallOptions): Promise<Result<'listCards'>>
    /** Get a card. */
    getCard(args: Args<'getCard'>, options?: CallOptions): Promise<Result<'getCard'>>
    /** Get the spending limits of a card, and how much of each limit is used. */
    getSpendingLimits(args: Args<'getSpendingLimits'>, options?: CallOptions): Promise<Result<'getSpendingLimits'>>
    /** Set a spending limit of a card. */
    setSpendingLimit(args: Args<'setSpendingLimit'>, options?: CallOptions): Promise<Result<'setSpendingLimit'>>
    /** Remove the lifetime limit of a card. */
    deleteLifetimeLimit(args: Args<'deleteLifetimeLimit'>, options?: CallOptions): Promise<Result<'deleteLifetimeLimit'>>
    /** List the kinds of use of a card, and whether each is allowed. */
    getSpendingPermissions(args: Args<'getSpendingPermissions'>, options?: CallOptions): Promise<Result<'getSpendingPermissions'>>
    /** Allow or forbid one kind of use of a card. */
    setSpendingPermission(args: Args<'setSpendingPermission'>, options?: CallOptions): Promise<Result<'setSpendingPermission'>>
    /** Activate, freeze or block a card. */
    setCardStatus(args: Args<'setCardStatus'>, options?: CallOptions): Promise<Result<'setCardStatus'>>
    /** Get the spending limits of a card, with one field for each limit. */
    getCardSpendLimits(args: Args<'getCardSpendLimits'>, options?: CallOptions): Promise<Result<'getCardSpendLimits'>>
    /** Set several spending limits of a card. */
    setCardSpendLimits(args: Args<'setCardSpendLimits'>, options?: CallOptions): Promise<Result<'setCardSpendLimits'>>
    /** List the kinds of use of a card, and whether each is allowed (another spelling). */
    getSpendingPermissionsAlias1(args: Args<'getSpendingPermissionsAlias1'>, options?: CallOptions): Promise<Result<'getSpendingPermissionsAlias1'>>
    /** Allow or forbid several kinds of use of a card. */
    setSpendingPermissions(args: Args<'setSpendingPermissions'>, options?: CallOptions): Promise<Result<'setSpendingPermissions'>>
  }
  readonly claims: {
    /** Open the page on which a recipient who is known only by e-mail names the account that receives the money. */
    showClaimPage(args: Args<'showClaimPage'>, options?: CallOptions): Promise<Result<'showClaimPage'>>
    /** Submit the account to be paid, from the page of a claim. */
    submitClaim(args: Args<'submitClaim'>, options?: CallOptions): Promise<Result<'submitClaim'>>
    /** List the mail that the sandbox would have sent: the latest 100, ascending by id. */
    listSandboxMail(args?: Args<'listSandboxMail'>, options?: CallOptions): Promise<Result<'listSandboxMail'>>
  }
  readonly app: {
    /** Get the description of all operations as a page, which works without the internet. */
    getDocsPage(args?: Args<'getDocsPage'>, options?: CallOptions): Promise<Result<'getDocsPage'>>
    /** Check whether the process is running. */
    getHealth(args?: Args<'getHealth'>, options?: CallOptions): Promise<Result<'getHealth'>>
    /** Get counts and durations for Prometheus (live: at ADMIN_PORT, on the machine only). */
    getMetrics(args?: Args<'getMetrics'>, options?: CallOptions): Promise<Result<'getMetrics'>>
    /** Get the description of all operations (OpenAPI 3.1). */
    getOpenApiDocument(args: Args<'getOpenApiDocument'> & IfNoneMatch, options?: CallOptions): Promise<Result<'getOpenApiDocument'> | undefined>
    getOpenApiDocument(args?: Args<'getOpenApiDocument'>, options?: CallOptions): Promise<Result<'getOpenApiDocument'>>
    /** Check whether the service can serve requests: the database is reachable and its schema is current. */
    getReadiness(args?: Args<'getReadiness'>, options?: CallOptions): Promise<Result<'getReadiness'>>
  }
  readonly users: {
    /** Submit the consent page; the reply redirects to the application, with a code or an error. */
    authorizeApplication(args: Args<'authorizeApplication'>, options?: CallOptions): Promise<Result<'authorizeApplication'>>
    /** Open the page on which a person lets an application act for them. */
    showAuthorizationPage(args?: Args<'showAuthorizationPage'>, options?: CallOptions): Promise<Result<'showAuthorizationPage'>>
    /** Get an access token, for an application or for a user. */
    createToken(args: Args<'createToken'>, options?: CallOptions): Promise<Result<'createToken'>>
    /** Check whether an e-mail address belongs to a user (another spelling). */
    checkUserExistsAlias1(args: Args<'checkUserExistsAlias1'>, options?: CallOptions): Promise<Result<'checkUserExistsAlias1'>>
    /** List the applications that may act for the user. */
    listGrants(args?: Args<'listGrants'>, options?: CallOptions): Promise<Result<'listGrants'>>
    /** Revoke a grant with its tokens and codes, and stop the webhooks about the user to the application. */
    revokeGrant(args: Args<'revokeGrant'>, options?: CallOptions): Promise<Result<'revokeGrant'>>
    /** Sign a user up with a code that the application later exchanges for their tokens. */
    signUpUser(args: Args<'signUpUser'>, options?: CallOptions): Promise<Result<'signUpUser'>>
    /** Check whether an e-mail address belongs to a user. */
    checkUserExists(args: Args<'checkUserExists'>, options?: CallOptions): Promise<Result<'checkUserExists'>>
    /** Get the contact e-mail address of the user. */
    getContactEmail(args: Args<'getContactEmail'>, options?: CallOptions): Promise<Result<'getContactEmail'>>
    /** Set the contact e-mail address of the user, which replaces the sign-up address in messages. */
    setContactEmail(args: Args<'setContactEmail'>, options?: CallOptions): Promise<Result<'setContactEmail'>>
  }
  readonly requirements: {
    /** Get the account forms for a route, without a quote. */
    getRecipientForm(args: Args<'getRecipientForm'>, options?: CallOptions): Promise<Result<'getRecipientForm'>>
    /** Get the account forms that follow from the values filled in so far. */
    refreshRecipientForm(args: Args<'refreshRecipientForm'>, options?: CallOptions): Promise<Result<'refreshRecipientForm'>>
    /** Get the account forms for a recipient of the quote. */
    getRecipientFormOfQuote(args: Args<'getRecipientFormOfQuote'>, options?: CallOptions): Promise<Result<'getRecipientFormOfQuote'>>
    /** Get the account forms that follow from the values filled in so far. */
    refreshRecipientFormOfQuote(args: Args<'refreshRecipientFormOfQuote'>, options?: CallOptions): Promise<Result<'refreshRecipientFormOfQuote'>>
    /** Get the form of the details that a transfer needs besides quote and recipient. */
    getTransferForm(args: Args<'getTransferForm'>, options?: CallOptions): Promise<Result<'getTransferForm'>>
  }
  readonly recipients: {
    /** Add a recipient. Adding the same one again returns the existing recipient. */
    createRecipient(args: Args<'createRecipient'>, options?: CallOptions): Promise<Result<'createRecipient'>>
    /** List a profile's recipients, with paging in the headers. */
    listRecipientsV1(args?: Args<'listRecipientsV1'>, options?: CallOptions): Promise<Result<'listRecipientsV1'>>
    /** Deactivate a recipient permanently; the reply has no body. */
    deactivateRecipientV1(args: Args<'deactivateRecipientV1'>, options?: CallOptions): Promise<Result<'deactivateRecipientV1'>>
    /** Get a recipient. */
    getRecipientV1(args: Args<'getRecipientV1'>, options?: CallOptions): Promise<Result<'getRecipientV1'>>
    /** Add a recipient for refunds, for the sourceAccount of transfers. Adding the same one again returns the existing recipient. */
    createRefundRecipient(args: Args<'createRefundRecipient'>, options?: CallOptions): Promise<Result<'createRefundRecipient'>>
    /** List a profile's recipients. */
    listRecipients(args?: Args<'listRecipients'>, options?: CallOptions): Promise<Result<'listRecipients'>>
    /** Deactivate a recipient permanently. */
    deactivateRecipient(args: Args<'deactivateRecipient'>, options?: CallOptions): Promise<Result<'deactivateRecipient'>>
    /** Get a recipient with the display fields of its account. */
    getRecipient(args: Args<'getRecipient'>, options?: CallOptions): Promise<Result<'getRecipient'>>
  }
  readonly profiles: {
    /** List the addresses of a profile, ascending by id. */
    listAddresses(args?: Args<'listAddresses'>, options?: CallOptions): Promise<Result<'listAddresses'>>
    /** Add an address to a profile, or change one of its addresses. */
    saveAddress(args: Args<'saveAddress'>, options?: CallOptions): Promise<Result<'saveAddress'>>
    /** Get an address. */
    getAddress(args: Args<'getAddress'>, options?: CallOptions): Promise<Result<'getAddress'>>
    /** Get the user of the token. */
    getCurrentUser(args?: Args<'getCurrentUser'>, options?: CallOptions): Promise<Result<'getCurrentUser'>>
    /** Create a personal profile, or a business profile for a user who has a personal profile. */
    createProfile(args: Args<'createProfile'>, options?: CallOptions): Promise<Result<'createProfile'>>
    /** List the user's profiles. */
    listProfilesV1(args?: Args<'listProfilesV1'>, options?: CallOptions): Promise<Result<'listProfilesV1'>>
    /** Replace the details of a profile. avatar, occupation, occupations, descriptionOfBusiness and primaryAddress stay when they are absent. */
    updateProfile(args: Args<'updateProfile'>, options?: CallOptions): Promise<Result<'updateProfile'>>
    /** Get a profile. */
    getProfileV1(args: Args<'getProfileV1'>, options?: CallOptions): Promise<Result<'getProfileV1'>>
    /** Get the form for additional details of a profile. For a business the list is empty. */
    getProfileExtensionForm(args: Args<'getProfileExtensionForm'>, options?: CallOptions): Promise<Result<'getProfileExtensionForm'>>
    /** Get the form for additional details of a profile again, with the values filled in so far. */
    refreshProfileExtensionForm(args: Args<'refreshProfileExtensionForm'>, options?: CallOptions): Promise<Result<'refreshProfileExtensionForm'>>
    /** Get the additional details of a profile. */
    getProfileExtensions(args: Args<'getProfileExtensions'>, options?: CallOptions): Promise<Result<'getProfileExtensions'>>
    /** Add details to a profile. A repeated key replaces its value. */
    saveProfileExtensions(args: Args<'saveProfileExtensions'>, options?: CallOptions): Promise<Result<'saveProfileExtensions'>>
    /** Forbid changes to the details, extensions, addresses, identity documents, directors and owners of a verified profile. */
    closeUpdateWindow(args: Args<'closeUpdateWindow'>, options?: CallOptions): Promise<Result<'closeUpdateWindow'>>
    /** Allow changes to the details, extensions, addresses, identity documents, directors and owners of a verified profile. */
    openUpdateWindow(args: Args<'openUpdateWindow'>, options?: CallOptions): Promise<Result<'openUpdateWindow'>>
    /** Get a user: the user of the token, or a user of the application. */
    getUser(args: Args<'getUser'>, options?: CallOptions): Promise<Result<'getUser'>>
    /** List the user's profiles, with flat fields in addition to the details. */
    listProfiles(args?: Args<'listProfiles'>, options?: CallOptions): Promise<Result<'listProfiles'>>
    /** Create a business profile with its addresses. */
    createBusinessProfile(args: Args<'createBusinessProfile'>, options?: CallOptions): Promise<Result<'createBusinessProfile'>>
    /** Get a profile, with flat fields in addition to the details. */
    getProfile(args: Args<'getProfile'>, options?: CallOptions): Promise<Result<'getProfile'>>
    /** End the verification that a trusted application gave a profile by creating it. A verification by the service stays. */
    deleteTrustedVerification(args: Args<'deleteTrustedVerification'>, options?: CallOptions): Promise<Result<'deleteTrustedVerification'>>
  }
  readonly accountDetails: {
    /** List the multi-currency account of a profile with its balances. */
    listBorderlessAccounts(args: Args<'listBorderlessAccounts'>, options?: CallOptions): Promise<Result<'listBorderlessAccounts'>>
    /** List the account details of a profile, with an example for each currency in which it has none. */
    listAccountDetails(args: Args<'listAccountDetails'>, options?: CallOptions): Promise<Result<'listAccountDetails'>>
    /** Order account details for a balance. Where an order of the currency is open, that order is returned. */
    createAccountDetailsOrder(args: Args<'createAccountDetailsOrder'>, options?: CallOptions): Promise<Result<'createAccountDetailsOrder'>>
    /** List the orders of account details, oldest first. */
    listAccountDetailsOrders(args: Args<'listAccountDetailsOrders'>, options?: CallOptions): Promise<Result<'listAccountDetailsOrders'>>
    /** Send a received payment back to its sender. */
    returnReceivedPayment(args: Args<'returnReceivedPayment'>, options?: CallOptions): Promise<Result<'returnReceivedPayment'>>
    /** List the payments to the account details of a profile, newest first. */
    listReceivedPayments(args: Args<'listReceivedPayments'>, options?: CallOptions): Promise<Result<'listReceivedPayments'>>
    /** List the currencies in which a profile can open balances. */
    listBalanceCurrencies(args: Args<'listBalanceCurrencies'>, options?: CallOptions): Promise<Result<'listBalanceCurrencies'>>
    /** List the currencies whose balances can have account details. */
    listAccountDetailsCurrencies(args: Args<'listAccountDetailsCurrencies'>, options?: CallOptions): Promise<Result<'listAccountDetailsCurrencies'>>
    /** List the orders of account details, oldest first (another spelling). */
    listAccountDetailsOrdersAlias1(args: Args<'listAccountDetailsOrdersAlias1'>, options?: CallOptions): Promise<Result<'listAccountDetailsOrdersAlias1'>>
    /** Check whether a profile, or people of a country, can have a multi-currency account. */
    checkMultiCurrencyAccountEligibility(args?: Args<'checkMultiCurrencyAccountEligibility'>, options?: CallOptions): Promise<Result<'checkMultiCurrencyAccountEligibility'>>
    /** Get the multi-currency account of a profile. The first balance of the profile creates the account. */
    getMultiCurrencyAccount(args: Args<'getMultiCurrencyAccount'>, options?: CallOptions): Promise<Result<'getMultiCurrencyAccount'>>
  }
  readonly conversions: {
    /** Convert between the STANDARD balances of a multi-currency account by a quote. */
    createBorderlessConversion(args: Args<'createBorderlessConversion'>, options?: CallOptions): Promise<Result<'createBorderlessConversion'>>
    /** Convert between balances by a quote, or move money to or from a savings jar. */
    createBalanceMovement(args: Args<'createBalanceMovement'>, options?: CallOptions): Promise<Result<'createBalanceMovement'>>
  }
  readonly quotes: {
    /** List every currency of the service. */
    listCurrencies(args?: Args<'listCurrencies'>, options?: CallOptions): Promise<Result<'listCurrencies'>>
    /** List the pairs of currencies that money can be sent between, with their limits. */
    listCurrencyPairs(args: Args<'listCurrencyPairs'> & IfNoneMatch, options?: CallOptions): Promise<Result<'listCurrencyPairs'> | undefined>
    listCurrencyPairs(args?: Args<'listCurrencyPairs'>, options?: CallOptions): Promise<Result<'listCurrencyPairs'>>
    /** Create a quote with a whole number as its id. */
    createQuoteV1(args: Args<'createQuoteV1'>, options?: CallOptions): Promise<Result<'createQuoteV1'>>
    /** Get a quote that was created with a whole number as its id. */
    getQuoteV1(args: Args<'getQuoteV1'>, options?: CallOptions): Promise<Result<'getQuoteV1'>>
    /** List mid-market rates: now, at a past moment, or over a period. */
    listRates(args: Args<'listRates'> & IfNoneMatch, options?: CallOptions): Promise<Result<'listRates'> | undefined>
    listRates(args?: Args<'listRates'>, options?: CallOptions): Promise<Result<'listRates'>>
    /** Create a quote of the profile in the body. */
    createQuoteV2(args: Args<'createQuoteV2'>, options?: CallOptions): Promise<Result<'createQuoteV2'>>
    /** Get a quote of any profile of the caller. */
    getQuoteV2(args: Args<'getQuoteV2'>, options?: CallOptions): Promise<Result<'getQuoteV2'>>
    /** Add a recipient to a quote of any profile of the caller, or change its pay-out method. Price and delivery may change. */
    updateQuoteV2(args: Args<'updateQuoteV2'>, options?: CallOptions): Promise<Result<'updateQuoteV2'>>
    /** Create a quote, which can be used for 30 minutes. */
    createQuote(args: Args<'createQuote'>, options?: CallOptions): Promise<Result<'createQuote'>>
    /** Get a quote. */
    getQuote(args: Args<'getQuote'>, options?: CallOptions): Promise<Result<'getQuote'>>
    /** Add a recipient to a quote or change its pay-out method. Price and delivery may change. */
    updateQuote(args: Args<'updateQuote'>, options?: CallOptions): Promise<Result<'updateQuote'>>
    /** Price a transfer without a profile and without storing a quote. */
    createExampleQuote(args: Args<'createExampleQuote'>, options?: CallOptions): Promise<Result<'createExampleQuote'>>
  }
  readonly transfers: {
    /** Estimate when the recipient will have the money. */
    getDeliveryEstimate(args: Args<'getDeliveryEstimate'>, options?: CallOptions): Promise<Result<'getDeliveryEstimate'>>
    /** Get the bank account and the reference for a payment by bank transfer. */
    getDepositDetails(args: Args<'getDepositDetails'>, options?: CallOptions): Promise<Result<'getDepositDetails'>>
    /** List transfers of a profile with the names of their recipients, their costs and their issues, newest first. */
    listTransferSummaries(args: Args<'listTransferSummaries'>, options?: CallOptions): Promise<Result<'listTransferSummaries'>>
    /** Create a transfer from a quote and a recipient. */
    createTransfer(args: Args<'createTransfer'>, options?: CallOptions): Promise<Result<'createTransfer'>>
    /** List transfers of a profile, ascending by id. */
    listTransfers(args?: Args<'listTransfers'>, options?: CallOptions): Promise<Result<'listTransfers'>>
    /** Get a transfer. */
    getTransfer(args: Args<'getTransfer'>, options?: CallOptions): Promise<Result<'getTransfer'>>
    /** Cancel a transfer; money already paid for it goes back where it came from. */
    cancelTransfer(args: Args<'cancelTransfer'>, options?: CallOptions): Promise<Result<'cancelTransfer'>>
    /** List the issues that hold a transfer up. */
    listTransferIssues(args: Args<'listTransferIssues'>, options?: CallOptions): Promise<Result<'listTransferIssues'>>
    /** Pay a transfer from a balance, without naming the profile. */
    fundTransferV1(args: Args<'fundTransferV1'>, options?: CallOptions): Promise<Result<'fundTransferV1'>>
    /** List the payments and refunds of a transfer. */
    listTransferPayments(args: Args<'listTransferPayments'>, options?: CallOptions): Promise<Result<'listTransferPayments'>>
    /** Get a receipt as a PDF document, once the money has left and as long as it has not come back. */
    getTransferReceipt(args: Args<'getTransferReceipt'>, options?: CallOptions): Promise<Result<'getTransferReceipt'>>
    /** Pay a transfer from a balance. */
    fundTransfer(args: Args<'fundTransfer'>, options?: CallOptions): Promise<Result<'fundTransfer'>>
  }
  readonly activities: {
    /** List the activities of a profile, newest first. */
    listActivities(args: Args<'listActivities'>, options?: CallOptions): Promise<Result<'listActivities'>>
  }
  readonly statements: {
    /** Get the amount that can still be deposited where a country limits balances. */
    getBalanceCapacity(args: Args<'getBalanceCapacity'>, options?: CallOptions): Promise<Result<'getBalanceCapacity'>>
    /** Get a statement of a balance as JSON, CSV, PDF or camt.053. */
    getBalanceStatement(args: Args<'getBalanceStatement'> & { path: { format: 'json' } }, options?: CallOptions): Promise<Result<'getBalanceStatement'>>
    getBalanceStatement(args: Args<'getBalanceStatement'> & { path: { format: 'csv' } }, options?: CallOptions): Promise<string>
    getBalanceStatement(args: Args<'getBalanceStatement'> & { path: { format: 'pdf' } }, options?: CallOptions): Promise<Blob>
    getBalanceStatement(args: Args<'getBalanceStatement'> & { path: { format: 'xml' } }, options?: CallOptions): Promise<string>
    /** Set the recipient of money above a regulatory limit. */
    setExcessMoneyAccount(args: Args<'setExcessMoneyAccount'>, options?: CallOptions): Promise<Result<'setExcessMoneyAccount'>>
    /** Get the value of all balances of a profile in one currency. */
    getTotalFunds(args: Args<'getTotalFunds'>, options?: CallOptions): Promise<Result<'getTotalFunds'>>
    /** Get a statement of a balance as JSON, CSV, PDF or camt.053 (another spelling). */
    getBalanceStatementAlias1(args: Args<'getBalanceStatementAlias1'> & { path: { format: 'json' } }, options?: CallOptions): Promise<Result<'getBalanceStatementAlias1'>>
    getBalanceStatementAlias1(args: Args<'getBalanceStatementAlias1'> & { path: { format: 'csv' } }, options?: CallOptions): Promise<string>
    getBalanceStatementAlias1(args: Args<'getBalanceStatementAlias1'> & { path: { format: 'pdf' } }, options?: CallOptions): Promise<Blob>
    getBalanceStatementAlias1(args: Args<'getBalanceStatementAlias1'> & { path: { format: 'xml' } }, options?: CallOptions): Promise<string>
  }
  readonly batches: {
    /** Pay a completed batch group by direct debit from a linked account. */
    createPaymentInitiation(args: Args<'createPaymentInitiation'>, options?: CallOptions): Promise<Result<'createPaymentInitiation'>>
    /** Get a payment initiation and the status of its direct debit. */
    getPaymentInitiation(args: Args<'getPaymentInitiation'>, options?: CallOptions): Promise<Result<'getPaymentInitiation'>>
    /** Link an account at another bank, so that it can be debited. */
    createDirectDebitAccount(args: Args<'createDirectDebitAccount'>, options?: CallOptions): Promise<Result<'createDirectDebitAccount'>>
    /** List the linked accounts of a profile, ascending by id. */
    listDirectDebitAccounts(args: Args<'listDirectDebitAccounts'>, options?: CallOptions): Promise<Result<'listDirectDebitAccounts'>>
    /** Create a batch group, whose transfers are paid together. */
    createBatchGroup(args: Args<'createBatchGroup'>, options?: CallOptions): Promise<Result<'createBatchGroup'>>
    /** Complete a batch group, so that it can be paid, or cancel it and all its transfers. */
    updateBatchGroup(args: Args<'updateBatchGroup'>, options?: CallOptions): Promise<Result<'updateBatchGroup'>>
    /** Get a batch group. A completed group contains the details for paying it by bank transfer. */
    getBatchGroup(args: Args<'getBatchGroup'>, options?: CallOptions): Promise<Result<'getBatchGroup'>>
    /** Create a transfer in a batch group. */
    addTransferToBatchGroup(args: Args<'addTransferToBatchGroup'>, options?: CallOptions): Promise<Result<'addTransferToBatchGroup'>>
    /** Pay a completed batch group from balances: all its transfers, or none. */
    fundBatchGroup(args: Args<'fundBatchGroup'>, options?: CallOptions): Promise<Result<'fundBatchGroup'>>
  }
  readonly officers: {
    /** Add directors to a business. The reply is the whole list. */
    addDirectors(args: Args<'addDirectors'>, options?: CallOptions): Promise<Result<'addDirectors'>>
    /** List the directors of a business, ascending by id. */
    listDirectors(args: Args<'listDirectors'>, options?: CallOptions): Promise<Result<'listDirectors'>>
    /** Replace all directors of a business. The directors get new ids. */
    replaceDirectors(args: Args<'replaceDirectors'>, options?: CallOptions): Promise<Result<'replaceDirectors'>>
    /** Add beneficial owners to a business. The reply is the whole list. */
    addBeneficialOwners(args: Args<'addBeneficialOwners'>, options?: CallOptions): Promise<Result<'addBeneficialOwners'>>
    /** List the beneficial owners of a business, in the order in which they were added. */
    listBeneficialOwners(args: Args<'listBeneficialOwners'>, options?: CallOptions): Promise<Result<'listBeneficialOwners'>>
    /** Replace all beneficial owners of a business. The owners get new ids. */
    replaceBeneficialOwners(args: Args<'replaceBeneficialOwners'>, options?: CallOptions): Promise<Result<'replaceBeneficialOwners'>>
  }
  readonly originators: {
    /** Create a transfer for one of your customers, under your own licence. */
    createPartnerLicenceTransfer(args: Args<'createPartnerLicenceTransfer'>, options?: CallOptions): Promise<Result<'createPartnerLicenceTransfer'>>
    /** Get a third-party transfer with its originator (another spelling). */
    getThirdPartyTransferAlias1(args: Args<'getThirdPartyTransferAlias1'>, options?: CallOptions): Promise<Result<'getThirdPartyTransferAlias1'>>
    /** Create a transfer for another person or business. Your own id of the transfer is its key. */
    createThirdPartyTransfer(args: Args<'createThirdPartyTransfer'>, options?: CallOptions): Promise<Result<'createThirdPartyTransfer'>>
    /** Get a third-party transfer with its originator. */
    getThirdPartyTransfer(args: Args<'getThirdPartyTransfer'>, options?: CallOptions): Promise<Result<'getThirdPartyTransfer'>>
  }
  readonly verification: {
    /** Send the fields of an identity document. An accepted document replaces the one of the same type. */
    submitIdentityDocument(args: Args<'submitIdentityDocument'>, options?: CallOptions): Promise<Result<'submitIdentityDocument'>>
    /** Show whether a profile is verified, which evidence was sent and which is missing. */
    getVerificationOverview(args: Args<'getVerificationOverview'>, options?: CallOptions): Promise<Result<'getVerificationOverview'>>
    /** Check whether a profile is verified. */
    getVerificationStatus(args: Args<'getVerificationStatus'>, options?: CallOptions): Promise<Result<'getVerificationStatus'>>
    /** Send the purpose for which a customer uses the account. */
    submitAccountPurpose(args: Args<'submitAccountPurpose'>, options?: CallOptions): Promise<Result<'submitAccountPurpose'>>
    /** List the evidence that a customer has to send before the next transfer from a currency of the European Economic Area. */
    listRequiredEvidences(args: Args<'listRequiredEvidences'>, options?: CallOptions): Promise<Result<'listRequiredEvidences'>>
    /** List the evidence that a customer has to send before the next transfer from a currency of the European Economic Area (another spelling). */
    listRequiredEvidencesAlias1(args: Args<'listRequiredEvidencesAlias1'>, options?: CallOptions): Promise<Result<'listRequiredEvidencesAlias1'>>
    /** Send a document for the additional verification, in one file or several. */
    uploadVerificationDocument(args: Args<'uploadVerificationDocument'>, options?: CallOptions): Promise<Result<'uploadVerificationDocument'>>
    /** Explain the income or the purpose of the account, as a form or as JSON. */
    uploadVerificationExplanation(args: Args<'uploadVerificationExplanation'>, options?: CallOptions): Promise<Result<'uploadVerificationExplanation'>>
  }
  readonly webhooks: {
    /** Send a delivery of an application with another body once, as a test notification. */
    resendEditedToApplication(args: Args<'resendEditedToApplication'>, options?: CallOptions): Promise<Result<'resendEditedToApplication'>>
    /** List the events of a profile, newest first. */
    listEvents(args: Args<'listEvents'>, options?: CallOptions): Promise<Result<'listEvents'>>
    /** Send a delivery of a profile with another body once, as a test notification. */
    resendEditedToProfile(args: Args<'resendEditedToProfile'>, options?: CallOptions): Promise<Result<'resendEditedToProfile'>>
    /** Get the public key that verifies messages, as PEM text. */
    getWebhookPublicKey(args?: Args<'getWebhookPublicKey'>, options?: CallOptions): Promise<Result<'getWebhookPublicKey'>>
    /** Subscribe to an event of all users of an application. */
    createSubscriptionForApplication(args: Args<'createSubscriptionForApplication'>, options?: CallOptions): Promise<Result<'createSubscriptionForApplication'>>
    /** List the subscriptions of an application, oldest first. */
    listSubscriptionsOfApplication(args: Args<'listSubscriptionsOfApplication'>, options?: CallOptions): Promise<Result<'listSubscriptionsOfApplication'>>
    /** Delete a subscription of an application, and stop its queued and retrying deliveries. */
    deleteSubscriptionOfApplication(args: Args<'deleteSubscriptionOfApplication'>, options?: CallOptions): Promise<Result<'deleteSubscriptionOfApplication'>>
    /** Get a subscription of an application. */
    getSubscriptionOfApplication(args: Args<'getSubscriptionOfApplication'>, options?: CallOptions): Promise<Result<'getSubscriptionOfApplication'>>
    /** List the deliveries to a subscription of an application, newest first. */
    listDeliveriesOfApplication(args: Args<'listDeliveriesOfApplication'>, options?: CallOptions): Promise<Result<'listDeliveriesOfApplication'>>
    /** Send a delivery of an application again: the same bytes with the same id. */
    redeliverToApplication(args: Args<'redeliverToApplication'>, options?: CallOptions): Promise<Result<'redeliverToApplication'>>
    /** Queue a test notification to a subscription of an application. */
    sendTestNotificationsToApplication(args: Args<'sendTestNotificationsToApplication'>, options?: CallOptions): Promise<Result<'sendTestNotificationsToApplication'>>
    /** Subscribe to an event of a profile. The address must first answer a test notification with 2xx. */
    createSubscriptionForProfile(args: Args<'createSubscriptionForProfile'>, options?: CallOptions): Promise<Result<'createSubscriptionForProfile'>>
    /** List the subscriptions of a profile, oldest first. */
    listSubscriptionsOfProfile(args: Args<'listSubscriptionsOfProfile'>, options?: CallOptions): Promise<Result<'listSubscriptionsOfProfile'>>
    /** Delete a subscription of a profile, and stop its queued and retrying deliveries. */
    deleteSubscriptionOfProfile(args: Args<'deleteSubscriptionOfProfile'>, options?: CallOptions): Promise<Result<'deleteSubscriptionOfProfile'>>
    /** Get a subscription of a profile. */
    getSubscriptionOfProfile(args: Args<'getSubscriptionOfProfile'>, options?: CallOptions): Promise<Result<'getSubscriptionOfProfile'>>
    /** List the deliveries to a subscription of a profile, newest first. */
    listDeliveriesOfProfile(args: Args<'listDeliveriesOfProfile'>, options?: CallOptions): Promise<Result<'listDeliveriesOfProfile'>>
    /** Send a delivery of a profile again: the same bytes with the same id. */
    redeliverToProfile(args: Args<'redeliverToProfile'>, options?: CallOptions): Promise<Result<'redeliverToProfile'>>
  }
  readonly feed: {
    /** Follow what happens in the sandbox: requests, events, deliveries, timers and the clock. */
    streamFeed(args?: Args<'streamFeed'>, options?: Pick<CallOptions, 'signal'>): AsyncGenerator<Result<'streamFeed'>>
    /** List the attempts to send a delivery, including those before a redelivery, as long as the feed keeps them. */
    listDeliveryAttempts(args: Args<'listDeliveryAttempts'>, options?: CallOptions): Promise<Result<'listDeliveryAttempts'>>
  }
  readonly inboxes: {
    /** Create an inbox: a URL that receives webhooks and keeps them for you to read. */
    createInbox(args: Args<'createInbox'>, options?: CallOptions): Promise<Result<'createInbox'>>
    /** List your inboxes, oldest first. */
    listInboxes(args?: Args<'listInboxes'>, options?: CallOptions): Promise<Result<'listInboxes'>>
    /** Change how an inbox answers, to try failures and retries. */
    changeInbox(args: Args<'changeInbox'>, options?: CallOptions): Promise<Result<'changeInbox'>>
    /** Delete an inbox with the requests that it has received. */
    deleteInbox(args: Args<'deleteInbox'>, options?: CallOptions): Promise<Result<'deleteInbox'>>
    /** List the requests that an inbox has received, newest first. */
    listReceivedRequests(args: Args<'listReceivedRequests'>, options?: CallOptions): Promise<Result<'listReceivedRequests'>>
    /** Get a request that an inbox has received, with its headers and its body. */
    getReceivedRequest(args: Args<'getReceivedRequest'>, options?: CallOptions): Promise<Result<'getReceivedRequest'>>
  }
  readonly ledger: {
    /** List what the balances of a profile contain, what card payments hold of them, and what the profile owes. */
    listLedgerAccounts(args: Args<'listLedgerAccounts'>, options?: CallOptions): Promise<Result<'listLedgerAccounts'>>
    /** List the postings of a profile, newest first. */
    listLedgerPostings(args: Args<'listLedgerPostings'>, options?: CallOptions): Promise<Result<'listLedgerPostings'>>
  }
  readonly requests: {
    /** List and search the requests that you, or applications for you, have sent, newest first. */
    listRequests(args?: Args<'listRequests'>, options?: CallOptions): Promise<Result<'listRequests'>>
    /** Get a request of the log with its bodies and headers. */
    getRequest(args: Args<'getRequest'>, options?: CallOptions): Promise<Result<'getRequest'>>
  }
  readonly simulation: {
    /** Credit money to a balance. */
    simulateBalanceTopUp(args: Args<'simulateBalanceTopUp'>, options?: CallOptions): Promise<Result<'simulateBalanceTopUp'>>
    /** Get the sandbox clock. */
    getSandboxClock(args?: Args<'getSandboxClock'>, options?: CallOptions): Promise<Result<'getSandboxClock'>>
    /** Move the sandbox clock forward and do the work that becomes due on the way. */
    advanceSandboxClock(args: Args<'advanceSandboxClock'>, options?: CallOptions): Promise<Result<'advanceSandboxClock'>>
    /** List the work that becomes due when the sandbox clock moves forward. */
    previewSandboxClock(args?: Args<'previewSandboxClock'>, options?: CallOptions): Promise<Result<'previewSandboxClock'>>
    /** Report the status of a direct debit, as the bank does. */
    simulatePaymentInitiation(args: Args<'simulatePaymentInitiation'>, options?: CallOptions): Promise<Result<'simulatePaymentInitiation'>>
    /** Pay the fee that an order of account details requires, from the balance of the fee's currency. */
    simulateAccountDetailsTopUp(args: Args<'simulateAccountDetailsTopUp'>, options?: CallOptions): Promise<Result<'simulateAccountDetailsTopUp'>>
    /** Receive a local payment to account details. */
    simulateBankTransactionImport(args: Args<'simulateBankTransactionImport'>, options?: CallOptions): Promise<Result<'simulateBankTransactionImport'>>
    /** Receive the money for a batch group by bank transfer. */
    simulateBatchGroupPayIn(args: Args<'simulateBatchGroupPayIn'>, options?: CallOptions): Promise<Result<'simulateBatchGroupPayIn'>>
    /** Decide on the additional verification of a customer, whatever its current state. Repeating a decision changes nothing. */
    simulateCddCheck(args: Args<'simulateCddCheck'>, options?: CallOptions): Promise<Result<'simulateCddCheck'>>
    /** Receive a payment over SWIFT to the international account details. */
    simulateSwiftPayment(args: Args<'simulateSwiftPayment'>, options?: CallOptions): Promise<Result<'simulateSwiftPayment'>>
    /** Verify all profiles of the user who owns this profile, and release the transfers, received payments and orders that waited for the verification. A repeat changes nothing. */
    simulateVerificationsOfProfile(args: Args<'simulateVerificationsOfProfile'>, options?: CallOptions): Promise<Result<'simulateVerificationsOfProfile'>>
    /** Set the rate between two currencies from now on. Inverse and cross rates follow from it. */
    setSandboxRate(args: Args<'setSandboxRate'>, options?: CallOptions): Promise<Result<'setSandboxRate'>>
    /** Produce a physical card, or return it because its delivery failed. */
    simulateCardOrder(args: Args<'simulateCardOrder'>, options?: CallOptions): Promise<Result<'simulateCardOrder'>>
    /** Report that a physical card was produced, which moves its order, or that its production failed (another spelling). */
    simulateCardProductionAlias1(args: Args<'simulateCardProductionAlias1'>, options?: CallOptions): Promise<Result<'simulateCardProductionAlias1'>>
    /** Authorise a card payment, as a terminal does. A decline is a 200 with `error`. */
    simulateCardAuthorisation(args: Args<'simulateCardAuthorisation'>, options?: CallOptions): Promise<Result<'simulateCardAuthorisation'>>
    /** Collect the money of a card payment, as the merchant does. */
    simulateCardClearing(args: Args<'simulateCardClearing'>, options?: CallOptions): Promise<Result<'simulateCardClearing'>>
    /** Reverse a card payment, or a part of it, before the merchant collects it. */
    simulateCardReversal(args: Args<'simulateCardReversal'>, options?: CallOptions): Promise<Result<'simulateCardReversal'>>
    /** Refund a card payment, or a part of it, after the merchant collected it. */
    simulateCardReversalPostClearing(args: Args<'simulateCardReversalPostClearing'>, options?: CallOptions): Promise<Result<'simulateCardReversalPostClearing'>>
    /** Move a dispute to another sub-status, as its review does. */
    simulateDispute(args: Args<'simulateDispute'>, options?: CallOptions): Promise<Result<'simulateDispute'>>
    /** Expire the access token of this request, to test how a client refreshes it. */
    expireToken(args?: Args<'expireToken'>, options?: CallOptions): Promise<Result<'expireToken'>>
    /** Return the money of a transfer, as the recipient's bank does. */
    simulateTransferBouncedBack(args: Args<'simulateTransferBouncedBack'>, options?: CallOptions): Promise<Result<'simulateTransferBouncedBack'>>
    /** Exchange the money of a transfer. */
    simulateTransferFundsConverted(args: Args<'simulateTransferFundsConverted'>, options?: CallOptions): Promise<Result<'simulateTransferFundsConverted'>>
    /** Refund the returned money to the sender. */
    simulateTransferFundsRefunded(args: Args<'simulateTransferFundsRefunded'>, options?: CallOptions): Promise<Result<'simulateTransferFundsRefunded'>>
    /** Send the money of a transfer to the recipient. */
    simulateTransferOutgoingPaymentSent(args: Args<'simulateTransferOutgoingPaymentSent'>, options?: CallOptions): Promise<Result<'simulateTransferOutgoingPaymentSent'>>
    /** Receive the money for a transfer, by bank transfer unless `payIn` is another option. */
    simulateTransferProcessing(args: Args<'simulateTransferProcessing'>, options?: CallOptions): Promise<Result<'simulateTransferProcessing'>>
    /** Send transfers#refund to its subscribers, without changing the transfer. */
    simulateTransferRefundWebhook(args: Args<'simulateTransferRefundWebhook'>, options?: CallOptions): Promise<Result<'simulateTransferRefundWebhook'>>
    /** Confirm a user after an application deleted one of their factors. */
    simulateUserConfirmation(args: Args<'simulateUserConfirmation'>, options?: CallOptions): Promise<Result<'simulateUserConfirmation'>>
    /** Verify all profiles of the user of the token, and release the transfers, received payments and orders that waited for the verification. A repeat changes nothing. */
    simulateProfileVerification(args?: Args<'simulateProfileVerification'>, options?: CallOptions): Promise<Result<'simulateProfileVerification'>>
    /** List the newest transactions of a card, newest first. */
    listSimulatedCardTransactions(args: Args<'listSimulatedCardTransactions'>, options?: CallOptions): Promise<Result<'listSimulatedCardTransactions'>>
    /** Authorise a card payment by card number, amount and merchant category only. */
    simulateCardAuthorisationV2(args: Args<'simulateCardAuthorisationV2'>, options?: CallOptions): Promise<Result<'simulateCardAuthorisationV2'>>
    /** Report that a physical card was produced, which moves its order, or that its production failed. */
    simulateCardProduction(args: Args<'simulateCardProduction'>, options?: CallOptions): Promise<Result<'simulateCardProduction'>>
  }
  readonly corridors: {
    /** Check a bank detail with a validator of a recipient form. */
    validateRecipientDetail(args: Args<'validateRecipientDetail'>, options?: CallOptions): Promise<Result<'validateRecipientDetail'>>
  }
  readonly balances: {
    /** List the open balances of a profile, ascending by id (another spelling). */
    listBalancesAlias1(args: Args<'listBalancesAlias1'>, options?: CallOptions): Promise<Result<'listBalancesAlias1'>>
    /** Open a balance. */
    createBalance(args: Args<'createBalance'>, options?: CallOptions): Promise<Result<'createBalance'>>
    /** List the open balances of a profile, ascending by id. */
    listBalances(args: Args<'listBalances'>, options?: CallOptions): Promise<Result<'listBalances'>>
    /** Close an empty balance. */
    closeBalance(args: Args<'closeBalance'>, options?: CallOptions): Promise<Result<'closeBalance'>>
    /** Get a balance. */
    getBalance(args: Args<'getBalance'>, options?: CallOptions): Promise<Result<'getBalance'>>
  }
  readonly cardOrders: {
    /** Check an address before a card is ordered. */
    validateCardAddress(args: Args<'validateCardAddress'>, options?: CallOptions): Promise<Result<'validateCardAddress'>>
    /** Order a virtual or a physical card. */
    createCardOrder(args: Args<'createCardOrder'>, options?: CallOptions): Promise<Result<'createCardOrder'>>
    /** List the card orders of a profile, oldest first. */
    listCardOrders(args: Args<'listCardOrders'>, options?: CallOptions): Promise<Result<'listCardOrders'>>
    /** List the card programs that the profile may order now. */
    listAvailableCardPrograms(args: Args<'listAvailableCardPrograms'>, options?: CallOptions): Promise<Result<'listAvailableCardPrograms'>>
    /** Get a card order. */
    getCardOrder(args: Args<'getCardOrder'>, options?: CallOptions): Promise<Result<'getCardOrder'>>
    /** List the requirements of a card order, and the status of each. */
    listCardOrderRequirements(args: Args<'listCardOrderRequirements'>, options?: CallOptions): Promise<Result<'listCardOrderRequirements'>>
    /** Cancel a card order and block its card, or activate its physical card. */
    changeCardOrderStatus(args: Args<'changeCardOrderStatus'>, options?: CallOptions): Promise<Result<'changeCardOrderStatus'>>
  }
  readonly cardTransactions: {
    /** Get a card transaction. */
    getCardTransaction(args: Args<'getCardTransaction'>, options?: CallOptions): Promise<Result<'getCardTransaction'>>
    /** List the transactions of a card, newest first. */
    listCardTransactions(args: Args<'listCardTransactions'>, options?: CallOptions): Promise<Result<'listCardTransactions'>>
  }
  readonly disputes: {
    /** Upload a file for a dispute; the sandbox does not have this upload. */
    uploadDisputeFileV3(args: Args<'uploadDisputeFileV3'>, options?: CallOptions): Promise<Result<'uploadDisputeFileV3'>>
    /** Open the step that a decision of the dynamic flow leads to. */
    openNextDisputeStep(args: Args<'openNextDisputeStep'>, options?: CallOptions): Promise<Result<'openNextDisputeStep'>>
    /** Open the first step of a reason in the dynamic flow: a decision, or a form. */
    openDisputeStep(args: Args<'openDisputeStep'>, options?: CallOptions): Promise<Result<'openDisputeStep'>>
    /** Open the step that a decision of the dynamic flow leads to (another spelling). */
    openNextDisputeStepAlias1(args: Args<'openNextDisputeStepAlias1'>, options?: CallOptions): Promise<Result<'openNextDisputeStepAlias1'>>
    /** Submit a dispute of one card transaction, or of several with one reason. */
    submitDispute(args: Args<'submitDispute'>, options?: CallOptions): Promise<Result<'submitDispute'>>
    /** List the reasons with which a card transaction can be disputed. */
    listDisputeReasons(args: Args<'listDisputeReasons'>, options?: CallOptions): Promise<Result<'listDisputeReasons'>>
    /** List the disputes of a profile, ascending by creation. */
    listDisputes(args: Args<'listDisputes'>, options?: CallOptions): Promise<Result<'listDisputes'>>
    /** Get a dispute. */
    getDispute(args: Args<'getDispute'>, options?: CallOptions): Promise<Result<'getDispute'>>
    /** Withdraw a dispute. */
    withdrawDispute(args: Args<'withdrawDispute'>, options?: CallOptions): Promise<Result<'withdrawDispute'>>
    /** Upload a file for a dispute that is submitted within 2 hours. */
    uploadDisputeFile(args: Args<'uploadDisputeFile'>, options?: CallOptions): Promise<Result<'uploadDisputeFile'>>
  }
}
