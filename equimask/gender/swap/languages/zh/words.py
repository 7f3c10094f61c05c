"""Words and characters of Chinese that tell whether a name, a thing or one sex is spoken of."""

from __future__ import annotations

import re

# Characters that write foreign names; two of them side by side are one, as a rule.
FOREIGN = frozenset(
    "阿埃艾安奥巴贝比伯勃博布查达戴丹德蒂丁杜多厄恩尔法菲费弗福盖戈格古哈海汉赫亨霍基吉加杰金卡凯科克肯库"
    "拉莱兰劳雷里利莉丽林琳卢鲁伦罗洛马玛迈麦曼梅门蒙米莫姆穆纳娜内尼妮诺欧帕佩皮珀普奇乔琼让瑞萨塞桑沙莎"
    "羅爾亞蘭達倫維馬萊瑪納貝費諾魯"
    "史斯苏索塔泰汤特托瓦韦维威沃乌西希夏谢雅亚扬耶伊约泽朱茱兹"
)
# Family names that begin few other words.
SURNAMES = frozenset(
    "王李张刘陈杨赵吴徐孙朱胡郭罗郑韩冯曹袁邓傅沈彭吕苏卢蒋蔡贾丁魏薛阎潘杜汪姜姚谭廖邹郝崔邱秦侯邵孟尹"
    "黎乔贺赖龚周黄林谢許张陳劉楊趙吳孫馬鄧"
)
_NO_NAMES = """
    王子 王后 王位 王国 王朝 王妃 王宫 孙子 孙女 罗马 胡子 胡同 张开 杜绝 苏联 周围 周末
    周年 周期 周一 周二 周三 周四 周五 周六 周日 周到 黄河 黄金 黄色 黄昏 林业 林子 谢谢
    谢绝 杨树 李子 陈列 陈述 陈旧 金牌 丁香 黎明 侯爵 吴语 乔迁 贺卡 赖以 孟加 刘海 沈阳
    郑州 苏州 徐州 杜鹃 潘多 赵国 韩国 汉字 马上 马路
"""
_NOT_A_NAME = "|".join(_NO_NAMES.split())
_HAN = r"\u4e00-\u9fff"
_CLAUSE = r"(?:^|[^\u4e00-\u9fff]|[和与跟对给把被让由在是向为当而但从])"
_PLAIN_SPEAKERS = """
    我 你 您 我们 你们 他 她 他们 她们 大家 人们 医生 老师 邻居 有人 朋友 同事 警察 没人 谁
    律师 记者 教练 警方 校长 同学 家人 父母 孩子 父亲 母亲 爸爸 妈妈 爷爷 奶奶 男孩 女孩
    女人 男人 弟弟 哥哥 妹妹 姐姐 国王 女王 王子 公主 叔叔 婶婶 阿姨 男子 女子 小男孩 小女孩
    伯爵夫人 妻子 丈夫 老板 经理 主任 修女 修士 尼姑 和尚 小孩 别人 警员 学生 护士 一个人
    谁都 听说 据说 虽然 也 又 还 就 后来 然后 曾 曾经 所以 因此 不 没 没有 只 都 一直 这 那
    要 想 会 能 可以 可能 再 并 且 并且 如果 假如 但 但是 不过 而且 当时 随后 接着 或者 总是
    常常 经常 从来 从不 再次 已 已经 多次 只能 必须 应该 不能 不会 不要 没有人 几乎没有人
"""
_PLAIN = "|".join(sorted(set(_PLAIN_SPEAKERS.split()), key=len, reverse=True))
_SAYS = "说|表示|称|认为|宣布|补充|指出|告诉|觉得|透露|强调|承认|相信|希望|介绍|坦言"
_LIST = "".join(sorted(FOREIGN))
_FAMILY = "".join(sorted(SURNAMES))
# A name before a pronoun: foreign ones, 小明, a family name at the start of a phrase, one who says.
NAME = re.compile(
    rf"[·•]|[A-Z][A-Za-z]+|[{_LIST}]{{2}}"
    rf"|特朗普|[{_HAN}]{{2,3}}(?:导演|院士|教授|博士|总统|总理|主席|部长|市长|议员|先生|女士|老师|同志)"
    rf"|小[明红华丽芳刚强军李王张刘陈赵周吴杨黄林东亮美玲]"
    rf"|{_CLAUSE}(?!{_NOT_A_NAME})[{_FAMILY}][{_HAN}]"
    rf"|{_CLAUSE}(?!(?:{_PLAIN})(?:{_SAYS}))[{_HAN}]{{1,3}}(?:{_SAYS})"
    rf"|{_CLAUSE}(?:志强|建国|建华|秀兰|国强|志伟|晓[{_HAN}]|鲁迅|孔子|老子|孙中山|毛泽东)"
)
# What holds for one sex alone, or is said of things, or would no longer be true.
SEX_BOUND = re.compile(
    "怀孕|孕妇|身孕|生下|分娩|生产时|产子|喂奶|哺乳|母乳|吮吸|乳汁|乳房|乳腺|子宫|卵巢|月经|流产|堕胎|产卵|下蛋|"
    "前列腺|睾丸|阴茎|胡子|胡须|胡茬|遗精|割礼|太监|选举权|投票的[男女]|[嫁娶]|教皇|教宗|主教|上帝|真主|耶稣|"
    "基督|佛陀|圣母|同性恋|变性|跨性别|女权|男权|阳性|阴性|女性主义|母亲河|妇女节|母亲节|父亲节|性别|象棋|对方的兵|"
    "妻妾|后宫|处女|裹脚|选美|女仆装|化妆|裙子|口红|大丈夫|之母|之父|母语|母校|祖国|"
    "服兵役|护国公|气概|战舰|军舰|船只|轮船|狗|猫|牛|马匹|老虎|狮子|大象|熊猫|动物|自我活|太阳|月亮女神"
)
# Who is told by name is no man and no woman any more once the name stays.
CALLED = re.compile(rf"(?:叫|叫做|名为|名字是)\s?(?:[A-Z]|[{_LIST}]{{2}}|[{_FAMILY}])")
ANIMALS = re.compile("[公母雌雄][鸡牛狗猫羊马猪虎狮鸭鹅驴兔鹿象]|[雌雄]性")
# Words for a sex at large, unless a count or a pointer stands before them.
AT_LARGE = frozenset("女性 男性 妇女 男子 女子".split())
COUNTED = re.compile(
    r"[位名个些该这那此某每几两一二三四五六七八九十\d]的?(?:[^，。,.!?、\s]{0,4})$"
)
KIN = re.compile(
    "[父母爸妈爹娘爷奶公婆]|儿子|女儿|兄|弟|姐|妹|哥|叔|伯|婶|姨|姑|舅|孙|侄|甥|妻|夫|友$|媳|婿"
)
SPOUSES = frozenset(
    "妻子 丈夫 老婆 老公 太太 女友 男友 女朋友 男朋友 未婚妻 未婚夫 前妻 前夫 亡妻 亡夫".split()
)
# Counterparts in rank only, or words that are used as names and nicknames.
NEVER = frozenset(
    "皇后 皇帝 女皇 皇上 男神 女神 太上皇 皇太后 王妃 驸马 相公 娘子 老爷 少爷 公子 千金".split()
)
PREDICATE = re.compile(
    rf"(?:^|[^{_HAN}])(?![这那我你他她它谁有其但就也都还另前最])[{_HAN}·]{{2,5}}(?:曾|也|就|不)?(?:是|成为|当上|作为)"
    r"[^，。；]*$"
)
