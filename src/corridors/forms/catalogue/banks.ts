// The lists of banks that forms offer. The rows are in corridors/data/banks-*.json, except for Colombia, whose list has one bank.

import { lazy } from '../../../kernel/lazy.ts'
import bdt from '../../data/banks-bdt.json' with { type: 'json' }
import brl from '../../data/banks-brl.json' with { type: 'json' }
import clp from '../../data/banks-clp.json' with { type: 'json' }
import hkd from '../../data/banks-hkd.json' with { type: 'json' }
import idr from '../../data/banks-idr.json' with { type: 'json' }
import jpy from '../../data/banks-jpy.json' with { type: 'json' }
import kes from '../../data/banks-kes.json' with { type: 'json' }
import krw from '../../data/banks-krw.json' with { type: 'json' }
import lkr from '../../data/banks-lkr.json' with { type: 'json' }
import mad from '../../data/banks-mad.json' with { type: 'json' }
import myr from '../../data/banks-myr.json' with { type: 'json' }
import mzn from '../../data/banks-mzn.json' with { type: 'json' }
import nad from '../../data/banks-nad.json' with { type: 'json' }
import ngn from '../../data/banks-ngn.json' with { type: 'json' }
import npr from '../../data/banks-npr.json' with { type: 'json' }
import pen from '../../data/banks-pen.json' with { type: 'json' }
import php from '../../data/banks-php.json' with { type: 'json' }
import phpWallets from '../../data/banks-php-wallets.json' with { type: 'json' }
import sgd from '../../data/banks-sgd.json' with { type: 'json' }
import thb from '../../data/banks-thb.json' with { type: 'json' }
import tzs from '../../data/banks-tzs.json' with { type: 'json' }
import ugx from '../../data/banks-ugx.json' with { type: 'json' }
import uyu from '../../data/banks-uyu.json' with { type: 'json' }
import vnd from '../../data/banks-vnd.json' with { type: 'json' }
import zar from '../../data/banks-zar.json' with { type: 'json' }
import type { Choice } from '../wire.ts'
import { byName, fromRows, fromRowsWithCode } from './lists.ts'

const japaneseRows: readonly (readonly string[])[] = jpy

/** The Japanese banks with their names of one column: 1 is kana, 2 English, 3 kanji. One bank has no name in kanji. */
function japaneseBanksByName(column: 1 | 2 | 3): readonly Choice[] {
  return japaneseRows
    .flatMap((row) => {
      const [key = ''] = row
      const name = row[column]
      return name === undefined ? [] : [{ key, name: `${name} [${key}]` }]
    })
    .sort(byName)
}

export const banks = {
  bangladesh: fromRows(bdt),
  brazil: fromRowsWithCode(brl),
  chile: fromRowsWithCode(clp),
  colombia: fromRowsWithCode([['COLOCOBM', 'Bancolombia']]),
  hongKong: fromRowsWithCode(hkd),
  indonesia: fromRows(idr),
  /** Every bank once for each of its names, so that clients find a bank under any of its names. */
  japan: lazy(() => [
    ...japaneseBanksByName(1),
    ...japaneseBanksByName(2),
    ...japaneseBanksByName(3),
  ]),
  kenya: fromRowsWithCode(kes),
  korea: fromRows(krw),
  /**
   * The names in the business form contain the domestic number of the bank, the three digits that end its code. The recorded
   * form shows the whole code `KBANK_089 `, because it ends with a space.
   */
  koreaWithNumber: lazy(() =>
    krw.map(([key = '', name = '']): Choice => {
      const number = /_(\d{3})$/.exec(key)?.[1] ?? key
      return { key, name: `${name} [${number}]` }
    }),
  ),
  malaysia: fromRowsWithCode(myr),
  morocco: fromRowsWithCode(mad),
  mozambique: fromRows(mzn),
  namibia: fromRows(nad),
  nepal: fromRows(npr),
  nigeria: fromRows(ngn),
  peru: fromRowsWithCode(pen),
  philippines: fromRows(php),
  philippineWallets: fromRows(phpWallets),
  singapore: fromRows(sgd),
  southAfrica: fromRowsWithCode(zar),
  sriLanka: fromRows(lkr),
  tanzania: fromRowsWithCode(tzs),
  thailand: fromRows(thb),
  uganda: fromRowsWithCode(ugx),
  uruguay: fromRows(uyu),
  vietnam: fromRowsWithCode(vnd),
} as const
