// Recipient forms: eastern Asia. Figures and labels are those of Facts 10.5.

import * as check from '../checks.ts'
import { canonicalNumber, date, type Form, form, text } from '../field.ts'
import { banks } from './banks.ts'
import * as shared from './shared-fields.ts'

const { emailForm, personRecipient, recipient } = shared

const koreanEmail = text('email', 'Email', {
  refresh: true,
  example: 'example@example.ex',
  max: 255,
  pattern: String.raw`^[^\s]+@[^\s]+\.[^\s]{2,}$`,
  message: 'Please enter a valid email address',
})

const koreanAccount = shared.account('Account number (KRW accounts only)', {
  example: '1254693521232',
  min: 10,
  max: 16,
})

const JAPANESE_NAME = '^[ -~゠-ヿ　-〿¥￥！-ﾟ゙-゜]+$'

export const easternAsia: Readonly<Record<string, readonly Form[]>> = {
  CNY: [
    form(
      'chinese_alipay',
      'Alipay',
      personRecipient(),
      shared.account('Alipay ID (mobile number or email)', {
        example: '86-13812345678',
        min: 6,
        max: 254,
        canonical: check.phoneOrEmailText,
        check: check.alipayId,
      }),
    ),
    form(
      'chinese_wechatpay',
      'Weixin',
      personRecipient(),
      shared.account('WeChat ID (mobile number)', {
        example: '+86-12345678901',
        min: 8,
        max: 17,
        pattern: String.raw`^\+?([0-9]{1,3})-([0-9]{4,13})$`,
      }),
    ),
  ],
  HKD: [
    form(
      'hong_kong_fps',
      'FPS ID',
      recipient({ min: 3, max: 35 }),
      shared.account('Email, FPS ID or mobile number linked to recipient account', {
        example: '+852-56781234',
        min: 6,
        max: 34,
        canonical: check.phoneOrEmailText,
        check: check.fpsId,
      }),
    ),
    form(
      'hongkong',
      'Local bank account',
      recipient({ min: 3 }),
      shared.bank(banks.hongKong),
      // A sample in Facts 17 has the number in groups: 005-231289-112.
      shared.account('Account number', {
        example: '231289112',
        min: 6,
        max: 15,
        pattern: String.raw`^\d{6,15}$`,
        canonical: canonicalNumber,
      }),
    ),
    emailForm,
  ],
  JPY: [
    form(
      'japanese',
      'Local bank account',
      shared.anyLegalType,
      shared.emailOptional,
      shared.holderWithPattern(JAPANESE_NAME),
      shared.bank(banks.japan, {
        refresh: true,
        example: 'Please enter bank name or bank code',
        min: 4,
        max: 4,
      }),
      shared.branch('JPY', { example: "Please choose recipient's branch", min: 3, max: 3 }),
      shared.accountTypeList({
        CURRENT: '普通 (Futsuu) Savings/General',
        SAVINGS: '貯蓄 (Chochiku) Savings deposit',
        CHECKING: '当座 (Touza) Checking/Current',
      }),
      shared.account('Account number', {
        example: '1234567',
        min: 2,
        max: 7,
        pattern: String.raw`^\d{2,7}$`,
      }),
    ),
    shared.emailFormAnyName,
  ],
  KRW: [
    form(
      'south_korean_paygate',
      'PayGate',
      koreanEmail,
      shared.personOnly,
      shared.holder(),
      date('dateOfBirth', "Recipient's date of birth", {
        example: '1990-01-31',
        pattern: String.raw`^\d{4}\-\d{2}\-\d{2}$`,
        check: check.calendarDate,
      }),
      shared.bank(banks.korea),
      koreanAccount,
      shared.phone("Recipient's phone number", 'KR', {
        required: false,
        example: '01012345678',
        min: 10,
        max: 16,
      }),
    ),
    form(
      'south_korean_paygate_business',
      'PayGate to business',
      koreanEmail,
      shared.businessOnly,
      shared.holder({}, 'Name of the business / organisation'),
      shared.bank(banks.koreaWithNumber),
      koreanAccount,
    ),
    emailForm,
  ],
}
