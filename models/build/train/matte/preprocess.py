"""What the networks for cut-outs read, and which pictures are held out."""

import numpy as np

MEAN, DEVIATION = np.float32([0.485, 0.456, 0.406]), np.float32([0.229, 0.224, 0.225])
# Portraits whose alpha keeps a part of the studio's backdrop, or lacks a part of a white shirt.
WRONG = {*"010f 013_03 020f 025_03 043_03 044f 048f 062_03 064_03 097_03 100m 108m 113_03 113m 117m 136_03".split()}

# Of `things` and BSDS500, those that show people and what they wear or hold (so do the faces of Caltech-101), and those of which that is
# not to be learned: they show people or hands beside something else, or statues.
PEOPLE = {
    *"""
    n01494475_hammerhead n02640242_sturgeon n02641379_gar n02667093_abaya n02669723_academic_gown n02730930_apron n02790996_barbell
    n02802426_basketball n02807133_bathing_cap n02817516_bearskin n03000247_chain_mail n03045698_cloak n03047690_clog n03124170_cowboy_hat
    n03134739_croquet_ball n03141823_crutch n03255030_dumbbell n03325584_feather_boa n03372029_flute n03379051_football_helmet
    n03404251_fur_coat n03450230_gown n03476991_hair_spray n03481172_hammer n03534580_hoopskirt n03617480_kimono n03642806_laptop
    n03710721_maillot n03720891_maraca n03721384_marimba n03763968_military_uniform n03770439_miniskirt n03793489_mouse n03868863_oxygen_mask
    n03877472_pajama n03884397_panpipe n03887697_paper_towel n03929855_pickelhaube n03980874_poncho n04019541_puck n04041544_radio
    n04120489_running_shoe n04136333_sarong n04141076_sax n04209133_shower_cap n04251144_snorkel n04296562_stage n04370456_sweatshirt
    n04371430_swimming_trunks n04479046_trench_coat n04485082_tripod n04486054_triumphal_arch n04487394_trombone n04493381_tub n04517823_vacuum
    n04525038_velvet n04532106_vestment n04540053_volleyball n04584207_wig n04591157_Windsor_tie n07714571_head_cabbage n09421951_sandbar
    14085 14092 15004 15011 15062 16004 20069 23025 23050 23080 23084 26031 48055 55075 61060 64061 65019 80085 80090 81090 122048
    126039 128035 140006 145014 145053 145059 147077 147080 151087 153077 153093 156054 157087 170054 181018 181021 181079 181091
    187029 187058 187083 187099 188005 189003 189006 189011 189013 189029 189096 198004 198023 198054 198087 202000 206097 216053
    217013 225022 226033 226043 226060 230098 239096 243095 245051 246009 246016 246053 249021 250047 250087 260081 267036 271008
    277053 279005 281017 285022 285036 286092 290035 292066 302003 302022 323016 365025 368037 370036 372047 376001 376020 376086
    384089 388006 388016 388018 388067
    """.split()
}
PEOPLE_TOO = {
    *"""
    n01742172_boa_constrictor n01986214_hermit_crab n02088466_bloodhound n02093859_Kerry_blue_terrier n02098286_West_Highland_white_terrier
    n02098413_Lhasa n02105641_Old_English_sheepdog n02107908_Appenzeller n02108422_bull_mastiff n02111129_Leonberg n02112018_Pomeranian
    n02113712_miniature_poodle n02342885_hamster n02514041_barracouta n02536864_coho n02835271_bicycle-built-for-two n02860847_bobsled
    n02879718_bow n02883205_bow_tie n02951358_canoe n03125729_cradle n03127747_crash_helmet n03347037_fire_screen n03444034_go-kart
    n03447447_gondola n03599486_jinrikisha n03706229_magnetic_compass n03786901_mortar n03873416_paddle n04252077_snowmobile
    caltech-wheelchair-image_0001 caltech-wheelchair-image_0015 caltech-wheelchair-image_0019 caltech-wheelchair-image_0027
    caltech-wheelchair-image_0033 caltech-wheelchair-image_0043 caltech-accordion-image_0027
    54005 60079 61086 65074 65084 68077 71076 71099 81066 90076 101084 102062 146074 147021 147062 155060 156079 161045 179084 185092
    187071 188025 188063 202012 206062 216041 220003 223004 223060 225017 226022 230063 238025 239007 242078 258089 259060 274007
    293029 296058 309040 310007 344010 361084 365072 365073 368016 368078 372019
    """.split()
}


def kind_of(folder, name):
    """Photographs of people among `things` and BSDS500 are a kind of their own."""
    return "various" if folder in ("things", "bsds500") and (name in PEOPLE or name.startswith("caltech-Faces")) else folder


def is_held_out(index, kind=""):
    """The development set: every tenth picture of each folder, by name, and every third of the few of `various`."""
    return index % 10 == 0 or (kind == "various" and index % 3 == 0)


def normalised(bgr):
    return ((bgr[:, :, ::-1] / 255 - MEAN) / DEVIATION).transpose(2, 0, 1).astype(np.float32)
